/**
 * A stretch of days of Asia/Kolkata that has sums of its own, as the database writes it: a day (20261121), ten days of a month
 * (2026110 until the 10th, 2026111 until the 20th, 2026112 the rest) or a month (202611).
 */
export type Period = number;

/** Days like `2026-11-21`, both included; an absent one means without an end. */
export interface DayRange {
  readonly first: string | undefined;
  readonly last: string | undefined;
}

/** The months in which there are sums at all: 202609 to 202611. */
export interface Months {
  readonly oldest: Period;
  readonly newest: Period;
}

const dayOf = (day: string): Period => Number(day.replaceAll('-', ''));
const lastDayOf = (month: Period): Period =>
  month * 100 + new Date(Date.UTC(Math.floor(month / 100), month % 100, 0)).getUTCDate();
const monthAfter = (month: Period): Period => (month % 100 === 12 ? month + 89 : month + 1);
const monthBefore = (month: Period): Period => (month % 100 === 1 ? month - 89 : month - 1);

/** The fewest periods that are these days together. */
export function periodsOf(range: DayRange, months: Months | null): Period[] {
  return months === null ? [] : stretches(range, months).flatMap(cover);
}

/** Every one of these days. */
export function daysOf(range: DayRange, months: Months | null): Period[] {
  return months === null ? [] : stretches(range, months).flatMap(({ from, to }) => sequence(from, to));
}

/** `2026-11-21` of 20261121. */
export const textOfDay = (day: Period): string => String(day).replace(/(\d\d)(\d\d)$/, '-$1-$2');

interface Stretch {
  readonly month: Period;
  readonly from: Period;
  readonly to: Period;
}

/** Month by month what of it is wanted. A month more at both ends: sums that begin to exist right now. */
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
    const [begins, ends] = [month * 100 + ten * 10 + 1, ten === 2 ? end : month * 100 + ten * 10 + 10];
    if (from <= begins && to >= ends) return [month * 10 + ten];
    return sequence(Math.max(from, begins), Math.min(to, ends));
  });
}
