import { relative } from 'node:path';
import type { Tally } from './step-report.ts';

/** The fields of vitest's JSON report that we read. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    /** Milliseconds since 1970. */
    readonly startTime?: number;
    readonly endTime?: number;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** The fields of Playwright's JSON report that we read. */
export interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  /** The first level has one suite per file. */
  readonly suites: readonly PlaywrightSuite[];
}

interface PlaywrightSuite {
  readonly title: string;
  readonly specs: readonly {
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

/** A test file and how long it took. */
export type FileTime = readonly [file: string, ms: number];

/** An exit code without a failed test counts as one: a file did not load, or an error came from outside tests. */
const failures = (failed: number, code: number): number => (failed === 0 && code !== 0 ? 1 : failed);

/** @param code vitest's exit code */
export const tallyVitest = ({ numPassedTests, numFailedTests, testResults }: VitestReport, code: number): Tally => ({
  passed: numPassedTests,
  failed: failures(numFailedTests, code),
  skipped: testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'skipped' || status === 'pending')
    .map(({ fullName }) => fullName),
});

/** A journey that passed only on its second try counts as failed. */
export const tallyPlaywright = ({ stats }: PlaywrightReport, code: number): Tally => ({
  passed: stats.expected,
  failed: failures(stats.unexpected + stats.flaky, code),
});

export const vitestTimes = ({ testResults }: VitestReport, root: string): FileTime[] =>
  testResults.map(({ name, startTime = 0, endTime = 0 }) => [relative(root, name), endTime - startTime]);

export const playwrightTimes = ({ suites }: PlaywrightReport): FileTime[] =>
  suites.map((suite) => [`e2e/journeys/${suite.title}`, playwrightMs(suite)]);

const playwrightMs = ({ specs, suites = [] }: PlaywrightSuite): number =>
  specs
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))
    .concat(suites.map(playwrightMs))
    .reduce((sum, ms) => sum + ms, 0);

/** Prints one line for each of the ten slowest files. */
export const slowest = (times: readonly FileTime[]): string[] =>
  times
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 10)
    .map(([file, ms]) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`);

/** Returns one line per suite and skipped test, and one for the total. A suite without a test counts as failed. */
export function summarise(tallies: Readonly<Record<string, Tally>>): { lines: string[]; failed: number } {
  const lines: string[] = [];
  const all = { passed: 0, failed: 0 };
  for (const [suite, { passed, failed, skipped = [] }] of Object.entries(tallies)) {
    const isEmpty = passed + failed === 0;
    lines.push(isEmpty ? `${suite}: no test ran, counted as failed` : `${suite}: ${passed} passed, ${failed} failed`);
    lines.push(...skipped.map((title) => `  skipped: ${title}`));
    all.passed += passed;
    all.failed += isEmpty ? 1 : failed;
  }
  lines.push(`${all.passed} passed, ${all.failed} failed`);
  return { lines, failed: all.failed };
}
