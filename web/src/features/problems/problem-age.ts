import type { Problem } from '@muneem/contract/problems';

export interface ProblemAge {
  readonly text: string;
  /** Waiting for too long. */
  readonly isLate: boolean;
}

const MINUTE_MS = 60_000;
const LATE_AFTER_MS = 48 * 60 * MINUTE_MS;

const UNITS = [
  ['day', 24 * 60 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
] as const;

function span(ms: number): string {
  for (const [unit, size] of UNITS) {
    const count = Math.floor(ms / size);
    if (count > 0) return `${count} ${unit}${count === 1 ? '' : 's'}`;
  }
  return 'under a minute';
}

/** How long a problem has waited, or how long its resolution took. */
export function problemAge(
  { createdAt, resolvedAt }: Pick<Problem, 'createdAt' | 'resolvedAt'>,
  now: Date,
): ProblemAge {
  const began = Date.parse(createdAt);
  if (resolvedAt !== null) return { text: `took ${span(Date.parse(resolvedAt) - began)}`, isLate: false };
  const waited = now.getTime() - began;
  return { text: `waiting ${span(waited)}`, isLate: waited >= LATE_AFTER_MS };
}
