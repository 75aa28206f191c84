import type { Clock } from '#platform/clock/index.ts';
import { networkOf } from '#platform/http/index.ts';

const WINDOW_MS = 60_000;
/** Bounds the memory. Further networks are not counted in that minute, because new visitors must not be refused. */
const MAX_NETWORKS = 100_000;

interface ClickLimit {
  /** Counts one visit. @returns false if its network has used up the current minute */
  take(ip: string): boolean;
}

/** Rate-limits tracking links per IPv4 address and IPv6 /56. Each server counts on its own. */
export function createClickLimit(clock: Clock, maxPerMinute: number): ClickLimit {
  let startedAt = 0;
  let counts = new Map<string, number>();
  return {
    take(ip) {
      const age = clock.now().getTime() - startedAt;
      // A negative age means that the clock went back.
      if (age < 0 || age >= WINDOW_MS) {
        startedAt += age;
        counts = new Map();
      }
      const network = networkOf(ip);
      const count = counts.get(network) ?? 0;
      if (count >= maxPerMinute) return false;
      if (count > 0 || counts.size < MAX_NETWORKS) counts.set(network, count + 1);
      return true;
    },
  };
}
