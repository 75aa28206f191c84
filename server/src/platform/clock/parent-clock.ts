import type { Clock } from './clock.ts';

/**
 * Creates a clock that lags behind the real time. The parent process sends the lag in milliseconds, which never
 * increases. Acknowledges each message. After a lag of 0 the clock stays at the real time.
 */
export function createParentClock(startsBehindMs: number): Clock {
  let behindMs = startsBehindMs;
  process.on('message', (nextMs: number) => {
    behindMs = Math.min(behindMs, nextMs);
    process.send?.({ behindMs });
    if (behindMs === 0) process.disconnect?.();
  });
  return { now: () => new Date(Date.now() - behindMs) };
}
