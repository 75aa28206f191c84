import { expect, test } from 'vitest';
import { summarise, tallyPlaywright, tallyVitest } from './tally.ts';

const ran = (numPassedTests: number, numFailedTests: number, skipped: string[] = []) => ({
  numPassedTests,
  numFailedTests,
  testResults: [{ name: 'a', assertionResults: skipped.map((fullName) => ({ status: 'skipped', fullName })) }],
});

test('adds up suites, names skipped tests, and counts a suite without tests as a failure', () => {
  const summary = summarise({
    check: { passed: 9, failed: 0 },
    vitest: tallyVitest(ran(2, 1, ['survives a dead network (needs root)']), 1),
    e2e: tallyPlaywright({ stats: { expected: 0, unexpected: 0, flaky: 0 }, suites: [] }, 0),
  });
  expect(summary).toEqual({
    lines: [
      'check: 9 passed, 0 failed',
      'vitest: 2 passed, 1 failed',
      '  skipped: survives a dead network (needs root)',
      'e2e: no test ran, counted as failed',
      '11 passed, 2 failed',
    ],
    failed: 2,
  });
});

test('counts an exit code without a failed test, and a journey that needed a second try, as failures', () => {
  expect(tallyVitest(ran(2, 0), 1)).toMatchObject({ passed: 2, failed: 1 });
  expect(tallyPlaywright({ stats: { expected: 3, unexpected: 0, flaky: 1 }, suites: [] }, 0).failed).toBe(1);
});
