import { expect, test } from 'vitest';
import { createBadTokenLimit } from '#features/postbacks/refuse-postback.ts';

const limitAt = (startedAt: string) => {
  let now = new Date(startedAt);
  const limit = createBadTokenLimit({ now: () => now });
  return { ...limit, advance: (ms: number) => (now = new Date(now.getTime() + ms)) };
};
const times = <Value>(count: number, make: (i: number) => Value): Value[] =>
  Array.from({ length: count }, (_, i) => make(i));

test('limits log rows beyond 60 wrong tokens a minute: 60 for each network, 600 in total', () => {
  const limit = limitAt('2026-11-21T06:00:00.000Z');
  const loggedBeyond = (ip: string): number => times(200, () => limit.count(ip, true)?.isLogged).filter(Boolean).length;
  expect(times(60, () => limit.count('198.51.100.1', true))).toEqual(Array(60).fill(undefined));
  expect(limit.count('198.51.100.1', false)).toEqual({ retryAfterS: 60, isLogged: false });
  expect(loggedBeyond('198.51.100.1')).toBe(59);
  // One flooding sender does not use up the budget of the others.
  expect(loggedBeyond('198.51.100.2')).toBe(60);
  expect(times(10, (i) => loggedBeyond(`203.0.113.${i}`))).toEqual([...Array<number>(8).fill(60), 1, 0]);
  limit.advance(59_500);
  expect(limit.count('198.51.100.1', true)).toEqual({ retryAfterS: 1, isLogged: false });
  limit.advance(500);
  expect(limit.count('198.51.100.1', true)).toBeUndefined();
});

test('gives networks beyond the tracked ones one shared budget, and resets no tracked network', () => {
  const limit = limitAt('2026-11-21T06:00:00.000Z');
  times(60, () => limit.count('198.51.100.1', false));
  times(9_999, (i) => limit.count(`2001:db8:${i.toString(16)}::1`, false));
  expect(times(60, (i) => limit.count(`2001:db9:${i}::1`, false))).toEqual(Array(60).fill(undefined));
  expect(limit.count('2001:db9:ffff::1', false)).toMatchObject({ isLogged: false });
  expect(limit.count('198.51.100.1', false)).toMatchObject({ isLogged: false });
  expect(limit.count('2001:db8:1::2', false)).toBeUndefined();
});
