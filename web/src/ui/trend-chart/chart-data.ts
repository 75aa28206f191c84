/** One place on the horizontal axis: a day, an hour. */
export interface ChartPoint {
  readonly key: string;
  /** In full: "Sat, 14 Nov 2026". */
  readonly label: string;
  /** Below the axis: "14 Nov". */
  readonly short: string;
}

export type ChartColor = 'ink' | 'green' | 'yellow' | 'red' | 'blue' | 'gray';

export interface ChartSeries {
  readonly name: string;
  readonly color: ChartColor;
  /** One for each point. */
  readonly values: readonly number[];
}

/** One diagram with its own vertical axis; what has another unit gets a panel of its own. */
export interface ChartPanel {
  readonly title: string;
  /** Bars of several series stand on each other; lines do not. */
  readonly kind: 'bars' | 'line';
  readonly series: readonly ChartSeries[];
  readonly format: (value: number) => string;
  /** Shorter words beside the axis; `format` when left out. */
  readonly axis?: (value: number) => string;
  /** Only whole marks: for things that are counted. */
  readonly isWhole?: boolean;
  /** What stands in the head while no point is chosen; the sum when left out. */
  readonly total?: (values: readonly number[]) => number;
}

export interface TrendChartProps {
  /** What the chart shows, as a sentence for people who do not see it. */
  readonly label: string;
  /** What a point is: "Day". Heads the first column of the table. */
  readonly pointName: string;
  readonly points: readonly ChartPoint[];
  readonly panels: readonly ChartPanel[];
  /** What the totals cover: "Last 30 days". */
  readonly period: string;
  /** Opens the rows behind a point: by click and by Enter. */
  readonly onOpen?: (point: ChartPoint) => void;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** A series at a point, or over all of them. */
export function shownValue(panel: ChartPanel, series: ChartSeries, index: number | undefined): string {
  return panel.format(index === undefined ? (panel.total ?? sum)(series.values) : (series.values[index] ?? 0));
}

/** The highest place that a panel has to draw. */
export function panelMaximum({ kind, series }: ChartPanel, points: number): number {
  if (kind === 'line') return Math.max(0, ...series.flatMap(({ values }) => values));
  return Math.max(
    0,
    ...Array.from({ length: points }, (_, index) => sum(series.map(({ values }) => values[index] ?? 0))),
  );
}

/** "Sat, 14 Nov 2026: Conversions 35, Payout ₹1,200.00" */
export function spokenPoint({ points, panels, period }: TrendChartProps, index: number | undefined): string {
  const facts = panels.flatMap((panel) =>
    panel.series.map((series) => `${series.name} ${shownValue(panel, series, index)}`),
  );
  return `${index === undefined ? period : (points[index]?.label ?? '')}: ${facts.join(', ')}`;
}
