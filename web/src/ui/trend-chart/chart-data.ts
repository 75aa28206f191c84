/** One position on the horizontal axis: a day or an hour. */
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
  /** One value for each point. */
  readonly values: readonly number[];
}

/** One diagram with its own vertical axis. A series with another unit gets another panel. */
export interface ChartPanel {
  readonly title: string;
  /** Bars of several series are stacked. Lines are not. */
  readonly kind: 'bars' | 'line';
  readonly series: readonly ChartSeries[];
  readonly format: (value: number) => string;
  /** A shorter format for the axis. Default: `format`. */
  readonly axis?: (value: number) => string;
  /** Whole marks only: for counts. */
  readonly isWhole?: boolean;
  /** The value in the head while no point is chosen. Default: the sum. */
  readonly total?: (values: readonly number[]) => number;
}

export interface TrendChartProps {
  /** The accessible description of the chart. */
  readonly label: string;
  /** The kind of point: "Day". Also the heading of the table's first column. */
  readonly pointName: string;
  readonly points: readonly ChartPoint[];
  readonly panels: readonly ChartPanel[];
  /** The period of the totals: "Last 30 days". */
  readonly period: string;
  /** Opens the rows behind a point, on click and on Enter. */
  readonly onOpen: (point: ChartPoint) => void;
}

/** The style sheet draws in the element's own colour. */
export const inkOf = ({ color }: Pick<ChartSeries, 'color'>) => ({ color: `var(--mantine-color-${color}-text)` });

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Formats a series' value at a point, or its total. */
export function shownValue(panel: ChartPanel, series: ChartSeries, index: number | undefined): string {
  return panel.format(index === undefined ? (panel.total ?? sum)(series.values) : (series.values[index] ?? 0));
}

/** Returns the largest value of a panel. Stacked bars are added. */
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
