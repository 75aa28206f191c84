import { expect, test } from 'vitest';
import { summarise, tallyPlaywright, tallyVitest } from './tally.ts';

const ran = (numPassedTests: number, numFailedTests: number, titles: Record<string, string> = {}) => ({
  numPassedTests,
  numFailedTests,
  testResults: [
    {
      assertionResults: Object.entries(titles).map(([fullName, status]) => ({
        status,
        fullName,
        failureMessages: status === 'failed' ? ['Error: two payments\n  at pay.ts'] : [],
      })),
    },
  ],
});

test('adds up suites, names failed and skipped tests, and counts a suite without tests as a failure', () => {
  const summary = summarise({
    check: { passed: 9, failed: 0 },
    vitest: tallyVitest(ran(2, 1, { 'pays once': 'failed', 'survives a dead network (needs root)': 'skipped' }), 1),
    e2e: tallyPlaywright({ stats: { expected: 0, unexpected: 0, flaky: 0 }, suites: [] }, 0),
  });
  expect(summary).toEqual({
    lines: [
      'check: 9 passed, 0 failed',
      'vitest: 2 passed, 1 failed',
      '  failed: pays once (Error: two payments)',
      '  skipped: survives a dead network (needs root)',
      'e2e: no test ran, counted as failed',
      '11 passed, 2 failed',
    ],
    failed: 2,
  });
});

test('counts an exit code without a failed test, and a journey that needed a second try, as failures', () => {
  expect(tallyVitest(ran(2, 0), 1)).toMatchObject({ passed: 2, failed: 1 });
  const journey = {
    title: 'signs in',
    tests: [{ status: 'flaky' as const, results: [{ error: { message: '\u001B[31mTimeout\u001B[39m\nat' } }] }],
  };
  const suites = [{ title: 'sign-in.spec.ts', specs: [], suites: [{ title: 'of an admin', specs: [journey] }] }];
  expect(tallyPlaywright({ stats: { expected: 3, unexpected: 0, flaky: 1 }, suites }, 0)).toMatchObject({
    failed: 1,
    failures: ['of an admin › signs in (Timeout)'],
  });
});
