const JITTER = 0.2;
const LONGEST_WISH_MS = 24 * 3_600_000;

/**
 * Returns the delay before the next attempt, in milliseconds.
 * @param tries failed attempts of this round, from 1
 * @param delaysS POSTBACK_RETRY_DELAYS_S; the last value repeats
 * @param wishMs the target's Retry-After; respected up to one day
 */
export function retryDelayMs(
  tries: number,
  delaysS: readonly number[],
  wishMs: number | null,
  random: () => number = Math.random,
): number {
  const baseMs = (delaysS[Math.min(tries, delaysS.length) - 1] ?? 0) * 1_000;
  const jittered = Math.round(baseMs * (1 - JITTER + 2 * JITTER * random()));
  return Math.max(jittered, Math.min(wishMs ?? 0, LONGEST_WISH_MS));
}

/** Parses `Retry-After`: seconds or a date. @returns milliseconds from `now`, null if missing or invalid */
export function readRetryAfter(header: string | readonly string[] | undefined, now: Date): number | null {
  const text = (typeof header === 'string' ? header : header?.[0])?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = text === '' ? NaN : Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
