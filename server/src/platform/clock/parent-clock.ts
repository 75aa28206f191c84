import type { Clock } from './clock.ts';

/**
 * A clock that is behind the real one, by what the parent process says in a message: milliseconds, never more than
 * before. Each message is answered once it holds. After 0 the clock is the real one for good.
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
