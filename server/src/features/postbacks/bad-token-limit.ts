import type { Clock } from '#platform/clock/index.ts';
import { networkOf } from '#platform/http/index.ts';

const WINDOW_MS = 60_000;
const MAX_IN_WINDOW = 60;
/** Networks that are remembered at once; beyond it all others are counted as one. */
const MAX_NETWORKS = 10_000;
const OTHERS = 'others';
/** Of those that are told to wait, so many a minute are still logged: of one network, and of all together. */
const MAX_LOGGED_BEYOND_OF_ONE = 60;
const MAX_LOGGED_BEYOND = 600;

export interface TooMany {
  readonly retryAfterS: number;
  /** Whether there is room to log it. */
  readonly isLogged: boolean;
}

/**
 * Postbacks without a right token by one network: so many a minute are answered and logged, more are told to wait. A
 * right token is never slowed down, whoever shares the network. Kept per node: it guards this node's log.
 */
export function createBadTokenLimit(clock: Clock) {
  let windowEndsAt = 0;
  let counts = new Map<string, number>();
  let loggedBeyond = 0;
  return {
    /** Counts one; `isNamed`: it names an offer that exists. @returns undefined while the network may go on. */
    count(ip: string, isNamed: boolean): TooMany | undefined {
      const now = clock.now().getTime();
      if (now >= windowEndsAt) {
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
