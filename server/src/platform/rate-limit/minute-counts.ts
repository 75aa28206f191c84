import type { Clock } from '#platform/clock/index.ts';
import { networkOf } from '#platform/http/index.ts';

const MINUTE_MS = 60_000;
const OTHERS = 'others';

interface MinuteCount {
  /** Calls of the network in the current minute, including this one. */
  readonly count: number;
  /** Whether further networks share this count. */
  readonly isShared: boolean;
  /** Unix time in milliseconds. */
  readonly endsAt: number;
  readonly retryAfterS: number;
}

/**
 * Counts calls per network (IPv4 address or IPv6 /56) and minute, in the memory of this server.
 * @param maxNetworks bounds the memory. All further networks share one count.
 */
export function createMinuteCounts(clock: Clock, maxNetworks: number): (ip: string) => MinuteCount {
  let endsAt = 0;
  let counts = new Map<string, number>();
  return (ip) => {
    const now = clock.now().getTime();
    // The clock may step back.
    if (now >= endsAt || now < endsAt - MINUTE_MS) {
      endsAt = now + MINUTE_MS;
      counts = new Map();
    }
    const network = networkOf(ip);
    const isShared = counts.size >= maxNetworks && !counts.has(network);
    const key = isShared ? OTHERS : network;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return { count, isShared, endsAt, retryAfterS: Math.max(1, Math.ceil((endsAt - now) / 1000)) };
  };
}
