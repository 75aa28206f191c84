import type { Clock } from './clock.ts';

/**
 * Creates a clock that runs behind by the milliseconds in the parent process's messages, which only decrease.
 * Acknowledges each message. After 0 it stays at the real time.
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
