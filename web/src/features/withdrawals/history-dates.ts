import { copy } from './withdrawals.copy.ts';

const words = copy.history;

interface Days {
  /** `2026-11-21`, or empty. */
  readonly startDate: string;
  readonly endDate: string;
}

/** Messages for the two days, by field. No decision is later than today. */
export function dateProblems({ startDate, endDate }: Days, today: string): Partial<Days> {
  const problems = {
    ...(startDate > today ? { startDate: words.dayInFuture } : {}),
    ...(endDate > today ? { endDate: words.dayInFuture } : {}),
  };
  const isReversed = startDate !== '' && endDate !== '' && startDate > endDate;
  return isReversed && !('startDate' in problems) ? { ...problems, endDate: words.endBeforeStart } : problems;
}
