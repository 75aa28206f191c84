import { copy } from './withdrawals.copy.ts';

const words = copy.history;

interface Days {
  /** `2026-11-21`; empty: not chosen. */
  readonly startDate: string;
  readonly endDate: string;
}

/** What to do about the two days, at the field that is wrong: nothing has been decided after today. */
export function dateProblems({ startDate, endDate }: Days, today: string): Partial<Days> {
  const problems = {
    ...(startDate > today ? { startDate: words.dayInFuture } : {}),
    ...(endDate > today ? { endDate: words.dayInFuture } : {}),
  };
  const isReversed = startDate !== '' && endDate !== '' && startDate > endDate;
  return isReversed && !('startDate' in problems) ? { ...problems, endDate: words.endBeforeStart } : problems;
}
