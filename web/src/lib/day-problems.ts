import type { Days } from './days.ts';

interface DayWords {
  readonly future: string;
  readonly reversed: string;
}

/** The error of each day: later than today, or the start after the end. */
export function dayProblems({ startDate, endDate }: Days, today: string, words: DayWords): Partial<Days> {
  const isReversed = startDate !== '' && endDate !== '' && startDate > endDate;
  return {
    ...(startDate > today ? { startDate: words.future } : isReversed ? { endDate: words.reversed } : {}),
    ...(endDate > today ? { endDate: words.future } : {}),
  };
}
