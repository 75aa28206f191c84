import { stripVTControlCharacters } from 'node:util';
import type { Tally } from './step-report.ts';

/** The fields of vitest's JSON report that we read. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** The fields of Playwright's JSON report that we read. */
export interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly suites: readonly PlaywrightSuite[];
}

interface PlaywrightSuite {
  readonly title: string;
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      readonly results: readonly { readonly error?: { readonly message?: string } }[];
    }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

/** An exit code without a failed test counts as one: a file did not load, or an error came from outside tests. */
const atLeastOne = (failed: number, code: number): number => (failed === 0 && code !== 0 ? 1 : failed);

/** @param code vitest's exit code */
export const tallyVitest = ({ numPassedTests, numFailedTests, testResults }: VitestReport, code: number): Tally => ({
  passed: numPassedTests,
  failed: atLeastOne(numFailedTests, code),
  failures: testsOf(testResults, 'failed').map(({ fullName, failureMessages }) =>
    withReason(fullName, failureMessages?.[0]),
  ),
  skipped: testsOf(testResults, 'skipped', 'pending').map(({ fullName }) => fullName),
});

const testsOf = (testResults: VitestReport['testResults'], ...statuses: readonly string[]) =>
  testResults.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => statuses.includes(status));

/** Adds the first line of the error, so that the end of a log is enough to find the cause. */
const withReason = (title: string, message = ''): string => {
  const [reason] = stripVTControlCharacters(message).split('\n');
  return reason ? `${title} (${reason})` : title;
};

/** A journey that passed only on its second try counts as failed. */
export const tallyPlaywright = ({ stats, suites }: PlaywrightReport, code: number): Tally => ({
  passed: stats.expected,
  failed: atLeastOne(stats.unexpected + stats.flaky, code),
  failures: suites.flatMap(failedJourneys),
});

const failedJourneys = ({ title, specs, suites = [] }: PlaywrightSuite): string[] => [
  ...specs
    .flatMap((spec) => spec.tests.map((run) => ({ title: `${title} › ${spec.title}`, ...run })))
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map((run) => withReason(run.title, run.results[0]?.error?.message)),
  ...suites.flatMap(failedJourneys),
];

/** Returns one line per suite, failed test and skipped test, and one for the total. A suite without a test counts as failed. */
export function summarise(tallies: Readonly<Record<string, Tally>>): { lines: string[]; failed: number } {
  const lines: string[] = [];
  const all = { passed: 0, failed: 0 };
  for (const [suite, { passed, failed, failures = [], skipped = [] }] of Object.entries(tallies)) {
    const isEmpty = passed + failed === 0;
    lines.push(isEmpty ? `${suite}: no test ran, counted as failed` : `${suite}: ${passed} passed, ${failed} failed`);
    lines.push(...failures.map((title) => `  failed: ${title}`));
    lines.push(...skipped.map((title) => `  skipped: ${title}`));
    all.passed += passed;
    all.failed += isEmpty ? 1 : failed;
  }
  lines.push(`${all.passed} passed, ${all.failed} failed`);
  return { lines, failed: all.failed };
}
