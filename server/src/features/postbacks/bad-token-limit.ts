import type { Clock } from '#platform/clock/index.ts';

const WINDOW_MS = 60_000;
const MAX_IN_WINDOW = 60;
/** Addresses that are remembered at once; beyond it the window starts afresh for everyone. */
const MAX_ADDRESSES = 10_000;

/**
 * Guesses of the token by one address: so many a minute are answered and logged, more are only told to wait. A right
 * token is never slowed down, whoever shares the address. Kept per node: it guards this node's log.
 */
export function createBadTokenLimit(clock: Clock) {
  let windowEndsAt = 0;
  let counts = new Map<string, number>();
  return {
    /** Counts a bad token. @returns seconds to wait, or undefined while the address may go on. */
    count(ip: string): number | undefined {
      const now = clock.now().getTime();
      if (now >= windowEndsAt || counts.size >= MAX_ADDRESSES) {
        windowEndsAt = now + WINDOW_MS;
        counts = new Map();
      }
      const count = (counts.get(ip) ?? 0) + 1;
      counts.set(ip, count);
      return count > MAX_IN_WINDOW ? Math.max(1, Math.ceil((windowEndsAt - now) / 1000)) : undefined;
    },
  };
}

export type BadTokenLimit = ReturnType<typeof createBadTokenLimit>;
