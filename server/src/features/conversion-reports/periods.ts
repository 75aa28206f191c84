import { MAX_BREAKDOWN_DAYS } from '@muneem/contract/conversion-reports';
import { DAY_MS } from '#platform/clock/index.ts';

/** A period with stored sums, in Asia/Kolkata: a day (20261121), a month (202611), or 0 for all time. */
export type Period = number;

/** Days like `2026-11-21`, both inclusive. Undefined: unbounded. */
interface DayRange {
  readonly startDate: string | undefined;
  readonly endDate: string | undefined;
}

/** No conversion is older. */
const FIRST_DAY = '2020-01-01';

/** Returns the fewest periods that cover exactly these days. @param today ends an unbounded range, with a month to spare */
export function periodsOf({ startDate, endDate }: DayRange, today: string): Period[] {
  if (startDate === undefined && endDate === undefined) return [0];
  return monthsOf(bounded({ startDate, endDate }, today)).flatMap(({ month, from, to, isWhole }) =>
    isWhole ? [month] : sequence(from, to),
  );
}

/** Returns each of these days, at most the newest two years. */
export function daysOf(range: DayRange, today: string): Period[] {
  const { first, last } = bounded(range, today);
  const earliest = textOf(new Date(Date.parse(last) - (MAX_BREAKDOWN_DAYS - 1) * DAY_MS));
  return monthsOf({ first: first > earliest ? first : earliest, last }).flatMap(({ from, to }) => sequence(from, to));
}

/** Formats 20261121 as `2026-11-21`. */
export const textOfDay = (day: Period): string => String(day).replace(/(\d\d)(\d\d)$/, '-$1-$2');
/** Parses `2026-11-21` as 20261121. */
export const numberOfDay = (day: string): Period => Number(day.replaceAll('-', ''));

const textOf = (at: Date): string => at.toISOString().slice(0, 10);

function bounded({ startDate, endDate }: DayRange, today: string): { readonly first: string; readonly last: string } {
  const latest = textOf(new Date(Date.parse(today) + 31 * DAY_MS));
  return {
    first: startDate === undefined || startDate < FIRST_DAY ? FIRST_DAY : startDate,
    last: endDate === undefined || endDate > latest ? latest : endDate,
  };
}

/** Returns the days month by month. */
function monthsOf({ first, last }: { readonly first: string; readonly last: string }) {
  const [firstDay, lastDay] = [numberOfDay(first), numberOfDay(last)];
  const months: { month: Period; from: number; to: number; isWhole: boolean }[] = [];
  for (let month = Math.floor(firstDay / 100); month <= lastDay / 100; month += month % 100 === 12 ? 89 : 1) {
    const [start, end] = [month * 100 + 1, lastDayOf(month)];
    const [from, to] = [Math.max(firstDay, start), Math.min(lastDay, end)];
    months.push({ month, from, to, isWhole: from === start && to === end });
  }
  return months;
}

const lastDayOf = (month: Period): Period =>
  month * 100 + new Date(Date.UTC(Math.floor(month / 100), month % 100, 0)).getUTCDate();

const sequence = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);
