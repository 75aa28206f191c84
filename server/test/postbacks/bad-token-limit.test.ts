import { expect, test } from 'vitest';
import { createBadTokenLimit } from '#features/postbacks/bad-token-limit.ts';

const limitAt = (startedAt: string) => {
  let now = new Date(startedAt);
  const limit = createBadTokenLimit({ now: () => now });
  return { ...limit, advance: (ms: number) => (now = new Date(now.getTime() + ms)) };
};
const times = <Value>(count: number, make: (i: number) => Value): Value[] =>
  Array.from({ length: count }, (_, i) => make(i));

test('beyond its 60 a minute a network is logged only where it names an offer, 600 times a minute over all networks', () => {
  const limit = limitAt('2026-11-21T06:00:00.000Z');
  for (const ip of ['198.51.100.1', '198.51.100.2'])
    expect(times(60, () => limit.count(ip, true))).toEqual(Array(60).fill(undefined));
  expect(limit.count('198.51.100.1', false)).toEqual({ retryAfterS: 60, isLogged: false });
  const beyond = times(700, (i) => limit.count(`198.51.100.${1 + (i % 2)}`, true)?.isLogged);
  expect(beyond.filter((isLogged) => isLogged === true)).toHaveLength(600);
  limit.advance(59_500);
  expect(limit.count('198.51.100.1', true)).toEqual({ retryAfterS: 1, isLogged: false });
  limit.advance(500);
  expect(limit.count('198.51.100.1', true)).toBeUndefined();
});

test('more networks than are remembered share one budget, and nobody’s minute begins anew by them', () => {
  const limit = limitAt('2026-11-21T06:00:00.000Z');
  times(60, () => limit.count('198.51.100.1', false));
  times(9_999, (i) => limit.count(`2001:db8:${i.toString(16)}::1`, false));
  expect(times(60, (i) => limit.count(`2001:db9:${i}::1`, false))).toEqual(Array(60).fill(undefined));
  expect(limit.count('2001:db9:ffff::1', false)).toMatchObject({ isLogged: false });
  expect(limit.count('198.51.100.1', false)).toMatchObject({ isLogged: false });
  expect(limit.count('2001:db8:1::2', false)).toBeUndefined();
});
