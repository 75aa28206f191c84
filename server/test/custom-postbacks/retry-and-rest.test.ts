import { describe, expect, test } from 'vitest';
import { readRetryAfter, retryDelayMs } from '#features/custom-postbacks/retry-delay.ts';
import { createTargetBreaker } from '#features/custom-postbacks/target-lanes.ts';

describe('the retry delay', () => {
  const delays = [10, 60, 300];
  const middle = () => 0.5;

  test('grows with each attempt, and its last value repeats', () => {
    expect([1, 2, 3, 4, 10].map((tries) => retryDelayMs(tries, delays, null, middle))).toEqual([
      10_000, 60_000, 300_000, 300_000, 300_000,
    ]);
  });

  test('has a jitter of up to a fifth, so that failed deliveries spread', () => {
    expect(retryDelayMs(1, delays, null, () => 0)).toBe(8_000);
    expect(retryDelayMs(1, delays, null, () => 0.999_999)).toBe(12_000);
    const spread = new Set(Array.from({ length: 50 }, () => retryDelayMs(3, delays, null)));
    expect(spread.size).toBeGreaterThan(40);
  });

  test('follows Retry-After up to a day, and is never shorter than our own delay', () => {
    expect(retryDelayMs(1, delays, 90_000, middle)).toBe(90_000);
    expect(retryDelayMs(1, delays, 5_000, middle)).toBe(10_000);
    expect(retryDelayMs(1, delays, 1e12, middle)).toBe(86_400_000);
  });

  test.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Sat, 21 Nov 2026 10:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['soon', null],
    ['-5', null],
    ['', null],
    [undefined, null],
  ])('reads Retry-After %j as %j ms', (header, ms) => {
    const read = readRetryAfter(header, new Date('2026-11-21T10:00:00Z'));
    if (header === '-5') expect(read === null || read === 0).toBe(true);
    else expect(read).toBe(ms);
  });
});

describe('the circuit breaker of a target', () => {
  const note = (breaker: ReturnType<typeof createTargetBreaker>, failed: boolean[], at = 0) =>
    failed.map((each) => breaker.note('https://t.example', each, at));

  test('opens after ten calls with 70 % failures, not before', () => {
    const breaker = createTargetBreaker();
    expect(note(breaker, Array(9).fill(true))).not.toContain(true);
    expect(note(breaker, [true])).toEqual([true]);
    const mixed = createTargetBreaker();
    expect(note(mixed, [false, false, false, true, true, true, true, true, true, true])).toEqual([
      ...Array(9).fill(false),
      true,
    ]);
  });

  test('stays closed while enough calls succeed', () => {
    const breaker = createTargetBreaker();
    const failed = Array.from({ length: 1_000 }, (_, index) => index % 10 < 6);
    expect(note(breaker, failed).slice(20)).not.toContain(true);
  });

  test('counts only the last five minutes, separately for each target', () => {
    const breaker = createTargetBreaker();
    note(breaker, Array(500).fill(false), 0);
    expect(note(breaker, Array(20).fill(true), 60_000)).not.toContain(true);
    // Successes older than five minutes no longer count.
    expect(note(breaker, Array(10).fill(true), 400_000).at(-1)).toBe(true);
    expect(breaker.note('https://other.example', true, 400_000)).toBe(false);
  });

  test('starts a new count after a pause', () => {
    const breaker = createTargetBreaker();
    note(breaker, Array(10).fill(true));
    expect(note(breaker, Array(9).fill(true))).not.toContain(true);
  });
});
