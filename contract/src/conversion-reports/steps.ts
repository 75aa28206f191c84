/** The steps of the time from a click to its conversion, with the seconds up to which each counts. */
const UP_TO_S = {
  within10s: 10,
  within30s: 30,
  within1m: 60,
  within5m: 5 * 60,
  within15m: 15 * 60,
  within1h: 3_600,
  within6h: 6 * 3_600,
  within24h: 24 * 3_600,
  within7d: 7 * 24 * 3_600,
  later: Infinity,
} as const;

export type Step = keyof typeof UP_TO_S;
export const STEPS = Object.keys(UP_TO_S) as Step[];

/** Returns the step of a time. @param ms may be negative: clocks of servers differ */
export const stepOf = (ms: number): Step => STEPS.find((step) => ms <= UP_TO_S[step] * 1_000) ?? 'later';

/**
 * Returns the seconds within which a share of the conversions came: the end of the step that holds it.
 * Infinity: after more than seven days. @returns null without conversions
 */
export function quantileS(counts: readonly number[], share: number): number | null {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all <= 0) return null;
  let before = 0;
  const index = counts.findIndex((count) => (before += count) >= share * all);
  return UP_TO_S[STEPS[index] ?? 'later'];
}
