import { formatDayLong, NOTHING } from '#lib/format.ts';

export type ChartColor = 'ink' | 'green' | 'yellow' | 'red' | 'blue' | 'gray';

type Value = number | undefined;

export interface ChartSeries {
  readonly name: string;
  readonly color: ChartColor;
  /** One value for each day. Undefined is a gap: the day has no value, which differs from 0. */
  readonly values: readonly Value[];
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
  /** The value in the head while no day is chosen. Default: the sum. */
  readonly total?: (values: readonly Value[]) => number;
}

export interface TrendChartProps {
  /** The accessible description of the chart. */
  readonly label: string;
  /** The horizontal axis, like 2026-11-21. */
  readonly days: readonly string[];
  readonly panels: readonly ChartPanel[];
  /** The period of the totals: "Last 30 days". */
  readonly period: string;
  /** Opens the rows behind a day, on click and on Enter. */
  readonly onOpen: (day: string) => void;
}

/** The style sheet draws in the element's own colour. */
export const inkOf = ({ color }: Pick<ChartSeries, 'color'>) => ({ color: `var(--mantine-color-${color}-text)` });

const sum = (values: readonly Value[]): number => values.reduce<number>((total, value) => total + (value ?? 0), 0);

/** Formats a series' value on a day, or its total. */
export function shownValue(panel: ChartPanel, series: ChartSeries, index: number | undefined): string {
  const isUnknown = series.values.every((value) => value === undefined);
  const total = isUnknown ? undefined : (panel.total ?? sum)(series.values);
  const value = index === undefined ? total : series.values[index];
  return value === undefined ? NOTHING : panel.format(value);
}

/** Returns the largest value of a panel. Stacked bars are added. */
export function panelMaximum({ kind, series }: ChartPanel): number {
  if (kind === 'line') return Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const sums = series[0]?.values.map((_, index) => sum(series.map(({ values }) => values[index] ?? 0))) ?? [];
  return Math.max(0, ...sums);
}

/** Returns the smallest value of a line below 0, or 0. */
export const panelMinimum = ({ kind, series }: ChartPanel): number =>
  kind === 'line' ? Math.min(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))) : 0;

/** "Sat, 14 Nov 2026: Conversions 35, Payout ₹1,200.00" */
export function spokenDay({ days, panels, period }: TrendChartProps, index: number | undefined): string {
  const facts = panels.flatMap((panel) =>
    panel.series.map((series) => `${series.name} ${shownValue(panel, series, index)}`),
  );
  return `${headOf({ days, period }, index)}: ${facts.join(', ')}`;
}

/** The chosen day, or the period of the totals. */
export const headOf = ({ days, period }: Pick<TrendChartProps, 'days' | 'period'>, index: number | undefined): string =>
  index === undefined ? period : formatDayLong(days[index] ?? '');

type Point = readonly [x: number, y: number];

/** The unbroken pieces of a line. A day without a value ends a piece. */
export function piecesOf(points: readonly (Point | undefined)[]): Point[][] {
  const pieces: Point[][] = [[]];
  for (const point of points) {
    if (point) pieces.at(-1)?.push(point);
    else pieces.push([]);
  }
  return pieces.filter((piece) => piece.length > 0);
}
