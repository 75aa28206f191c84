import { copy } from './conversion-reports.copy.ts';

/** What is wrong with the two days of an export (`2026-11-21`; empty: not chosen yet), or undefined. */
export function dateProblem(startDate: string, endDate: string, today: string): string | undefined {
  if (startDate > today || endDate > today) return copy.exporting.future;
  if (startDate !== '' && endDate !== '' && startDate > endDate) return copy.exporting.reversed;
  return undefined;
}
