/**
 * A period in Asia/Kolkata with stored sums: a day (20261121), a month (202611), a year (20260000) or a third of a month:
 * 2026110 (days 1-10), 2026111 (days 11-20), 2026112 (the rest).
 */
export type Period = number;

/** Days like `2026-11-21`, both inclusive. Undefined: unbounded. */
export interface DayRange {
  readonly first: string | undefined;
  readonly last: string | undefined;
}

/** The months that have sums, such as 202609 to 202611. */
export interface Months {
  readonly oldest: Period;
  readonly newest: Period;
}

const dayOf = (day: string): Period => Number(day.replaceAll('-', ''));
const lastDayOf = (month: Period): Period =>
  month * 100 + new Date(Date.UTC(Math.floor(month / 100), month % 100, 0)).getUTCDate();
const monthAfter = (month: Period): Period => (month % 100 === 12 ? month + 89 : month + 1);
const monthBefore = (month: Period): Period => (month % 100 === 1 ? month - 89 : month - 1);

/** Like `periodsOf`, with whole years. */
export function yearsOf({ first, last }: DayRange, months: Months | null): Period[] {
  if (months === null) return [];
  const years = sequence(Math.floor(monthBefore(months.oldest) / 100), Math.floor(monthAfter(months.newest) / 100));
  return years.flatMap((year) => {
    const [firstDay, lastDay] = [`${year}-01-01`, `${year}-12-31`];
    const range = {
      first: first !== undefined && first > firstDay ? first : firstDay,
      last: last !== undefined && last < lastDay ? last : lastDay,
    };
    return range.first === firstDay && range.last === lastDay ? [year * 10_000] : periodsOf(range, months);
  });
}

/** Returns the fewest periods, without years, that cover exactly these days. */
export function periodsOf(range: DayRange, months: Months | null): Period[] {
  return months === null ? [] : stretches(range, months).flatMap(cover);
}

/** Returns each of these days. */
export function daysOf(range: DayRange, months: Months | null): Period[] {
  return months === null ? [] : stretches(range, months).flatMap(({ from, to }) => sequence(from, to));
}

/** Returns the first and the last day of a range of months, such as `2026-09-01` and `2026-11-30`. */
export const daysOfMonths = (first: Period, last: Period): [string, string] => [
  textOfDay(first * 100 + 1),
  textOfDay(lastDayOf(last)),
];

/** Formats 20261121 as `2026-11-21`. */
export const textOfDay = (day: Period): string => String(day).replace(/(\d\d)(\d\d)$/, '-$1-$2');

interface Stretch {
  readonly month: Period;
  readonly from: Period;
  readonly to: Period;
}

/** Returns the wanted days month by month. One extra month at both ends covers sums that are just being created. */
function stretches({ first, last }: DayRange, { oldest, newest }: Months): Stretch[] {
  const from = first === undefined ? monthBefore(oldest) * 100 + 1 : dayOf(first);
  const to = last === undefined ? lastDayOf(monthAfter(newest)) : dayOf(last);
  const found: Stretch[] = [];
  for (let month = monthBefore(oldest); month <= monthAfter(newest); month = monthAfter(month)) {
    const stretch = { month, from: Math.max(from, month * 100 + 1), to: Math.min(to, lastDayOf(month)) };
    if (stretch.from <= stretch.to) found.push(stretch);
  }
  return found;
}

const sequence = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);

function cover({ month, from, to }: Stretch): Period[] {
  const end = lastDayOf(month);
  if (from === month * 100 + 1 && to === end) return [month];
  return [0, 1, 2].flatMap((ten) => {
    const [firstDay, lastDay] = [month * 100 + ten * 10 + 1, ten === 2 ? end : month * 100 + ten * 10 + 10];
    if (from <= firstDay && to >= lastDay) return [month * 10 + ten];
    return sequence(Math.max(from, firstDay), Math.min(to, lastDay));
  });
}
