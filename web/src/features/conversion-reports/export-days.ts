import { copy } from './conversion-reports.copy.ts';

interface Days {
  readonly startDate: string;
  readonly endDate: string;
}

/** Returns the error in the export days (`2026-11-21`, empty if not chosen), or undefined. */
export function dateProblem({ startDate, endDate }: Days, today: string): string | undefined {
  if (startDate > today || endDate > today) return copy.exporting.future;
  if (startDate !== '' && endDate !== '' && startDate > endDate) return copy.exporting.reversed;
  return undefined;
}
