import { expect, test } from 'vitest';
import { playwrightTimes, slowest, summarise, tallyPlaywright, tallyVitest, vitestTimes } from './tally.ts';

const file = (name: string, statuses: string[], status = 'passed') => ({
  name: `/repo/${name}`,
  status,
  assertionResults: statuses.map((one) => ({ status: one })),
});
const run = { root: '/repo', suites: ['contract', 'server'], code: 0 };

test('counts tests by workspace', () => {
  const testResults = [
    file('contract/a.test.ts', ['passed']),
    file('server/b.test.ts', ['passed', 'failed'], 'failed'),
  ];
  expect(Object.fromEntries(tallyVitest({ testResults }, { ...run, code: 1 }))).toEqual({
    contract: { passed: 1, failed: 0 },
    server: { passed: 1, failed: 1 },
  });
});

test('counts a file that did not load as a failure', () => {
  const testResults = [file('server/b.test.ts', [], 'failed')];
  expect(tallyVitest({ testResults }, { ...run, code: 1 }).get('server')).toEqual({ passed: 0, failed: 1 });
});

test('counts an unexplained exit code as a failure', () => {
  const testResults = [file('contract/a.test.ts', ['passed']), file('server/b.test.ts', ['passed'])];
  expect(summarise(tallyVitest({ testResults }, { ...run, code: 1 })).lines.at(-1)).toBe('2 passed, 1 failed');
});

test('counts a suite without tests as a failure, and adds everything up in the last line', () => {
  const tallies = tallyVitest({ testResults: [file('contract/a.test.ts', ['passed', 'passed'])] }, run);
  tallies.set('e2e', tallyPlaywright({ stats: { expected: 3, unexpected: 1, flaky: 1 }, errors: [] }, 1));
  expect(summarise(tallies)).toEqual({
    lines: [
      'contract: 2 passed, 0 failed',
      'server: no test ran, counted as failed',
      'e2e: 3 passed, 2 failed',
      '5 passed, 3 failed',
    ],
    failed: 3,
  });
});

test('counts and names each test that the machine cannot run', () => {
  const skipped = { status: 'skipped', fullName: 'survives a dead network (needs root)' };
  const { name, status } = file('server/b.test.ts', []);
  const testResults = [{ name, status, assertionResults: [{ status: 'passed' }, skipped] }];
  expect(summarise(tallyVitest({ testResults }, { ...run, suites: ['server'] })).lines).toEqual([
    'server: 1 passed, 0 failed, 1 skipped',
    '  skipped: survives a dead network (needs root)',
    '1 passed, 0 failed',
  ]);
});

test('counts a run without any test as a failure', () => {
  expect(summarise(new Map()).lines).toEqual(['0 passed, 1 failed']);
});

test('lists the ten slowest files, the slowest first', () => {
  const testResults = Array.from({ length: 11 }, (_, index) => ({
    ...file(`server/${index}.test.ts`, ['passed']),
    startTime: 5_000,
    endTime: 5_000 + index * 100,
  }));
  const spec = { tests: [{ results: [{ duration: 700 }] }] };
  const suite = { title: 'a.spec.ts', specs: [spec], suites: [{ title: 'group', specs: [spec] }] };
  const stats = { expected: 2, unexpected: 0, flaky: 0 };
  const times = [...vitestTimes({ testResults }, '/repo'), ...playwrightTimes({ stats, errors: [], suites: [suite] })];
  const lines = slowest(times);
  expect(lines).toHaveLength(10);
  expect(lines.slice(0, 2)).toEqual(['   1.4 s  e2e/journeys/a.spec.ts', '   1.0 s  server/10.test.ts']);
});
