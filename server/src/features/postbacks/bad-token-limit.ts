import type { Clock } from '#platform/clock/index.ts';
import { networkOf } from '#platform/http/index.ts';

const WINDOW_MS = 60_000;
const MAX_IN_WINDOW = 60;
/** Maximum of tracked networks. All further ones share one counter. */
const MAX_NETWORKS = 10_000;
const OTHERS = 'others';
/** Limits per minute of rate-limited postbacks that are still logged: per network, and in total. */
const MAX_LOGGED_BEYOND_OF_ONE = 60;
const MAX_LOGGED_BEYOND = 600;

interface TooMany {
  readonly retryAfterS: number;
  readonly isLogged: boolean;
}

/**
 * Rate-limits postbacks without a valid token, per network. A valid token is never limited.
 * Kept in memory per server, because it protects this server's log.
 */
export function createBadTokenLimit(clock: Clock) {
  let windowEndsAt = 0;
  let counts = new Map<string, number>();
  let loggedBeyond = 0;
  return {
    /**
     * Counts one postback. @param isNamed whether it names an existing offer
     * @returns undefined while the network is below its limit
     */
    count(ip: string, isNamed: boolean): TooMany | undefined {
      const now = clock.now().getTime();
      // The clock may step back.
      if (now >= windowEndsAt || now < windowEndsAt - WINDOW_MS) {
        windowEndsAt = now + WINDOW_MS;
        counts = new Map();
        loggedBeyond = 0;
      }
      const network = networkOf(ip);
      const key = counts.size < MAX_NETWORKS || counts.has(network) ? network : OTHERS;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count <= MAX_IN_WINDOW) return undefined;
      const isOwnShareLeft = count <= MAX_IN_WINDOW + MAX_LOGGED_BEYOND_OF_ONE;
      const isLogged = isNamed && isOwnShareLeft && loggedBeyond < MAX_LOGGED_BEYOND;
      if (isLogged) loggedBeyond += 1;
      return { retryAfterS: Math.max(1, Math.ceil((windowEndsAt - now) / 1000)), isLogged };
    },
  };
}

export type BadTokenLimit = ReturnType<typeof createBadTokenLimit>;
