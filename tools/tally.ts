import { relative } from 'node:path';
import type { Tally } from './step-report.ts';

/** The fields of vitest's JSON report that we read. */
export interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    /** Milliseconds since 1970. */
    readonly startTime?: number;
    readonly endTime?: number;
    readonly assertionResults: readonly { readonly status: string; readonly fullName?: string }[];
  }[];
}

/** The fields of Playwright's JSON report that we read. */
export interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly errors: readonly unknown[];
  /** The first level has one suite per file. */
  readonly suites?: readonly PlaywrightSuite[];
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

interface VitestRun {
  readonly root: string;
  /** Suites that fail if no test ran. */
  readonly suites: readonly string[];
  /** vitest's exit code. */
  readonly code: number;
}

/**
 * Counts the tests of each workspace. A file that did not load and an error outside tests count as one failure each.
 */
export function tallyVitest(report: VitestReport, { root, suites, code }: VitestRun): Map<string, Tally> {
  const tallies = new Map<string, Tally>(suites.map((suite) => [suite, { passed: 0, failed: 0 }]));
  for (const { name, status, assertionResults } of report.testResults) {
    const suite = relative(root, name).split('/')[0] ?? name;
    const before: Tally = tallies.get(suite) ?? { passed: 0, failed: 0 };
    const passed = assertionResults.filter((result) => result.status === 'passed').length;
    const failed = assertionResults.filter((result) => result.status === 'failed').length;
    const broken = status === 'failed' && failed === 0 ? 1 : 0;
    const notRun = assertionResults.filter((result) => result.status === 'skipped' || result.status === 'pending');
    const skipped = [...(before.skipped ?? []), ...notRun.map(({ fullName = '' }) => fullName)];
    tallies.set(suite, {
      passed: before.passed + passed,
      failed: before.failed + failed + broken,
      ...(skipped.length > 0 && { skipped }),
    });
  }
  if (code !== 0 && [...tallies.values()].every(({ failed }) => failed === 0)) {
    tallies.set('vitest itself', { passed: 0, failed: 1 });
  }
  return tallies;
}

export const vitestTimes = ({ testResults }: VitestReport, root: string): FileTime[] =>
  testResults.map(({ name, startTime = 0, endTime = 0 }) => [relative(root, name), endTime - startTime]);

export const playwrightTimes = ({ suites = [] }: PlaywrightReport): FileTime[] =>
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

/** A journey that passed only on its second try counts as failed. */
export function tallyPlaywright({ stats, errors }: PlaywrightReport, code: number): Tally {
  const failed = stats.unexpected + stats.flaky + errors.length;
  return { passed: stats.expected, failed: failed === 0 && code !== 0 ? 1 : failed };
}

/** Returns one line per suite and skipped test, and one for the total. A suite without tests counts as one failure. */
export function summarise(tallies: ReadonlyMap<string, Tally>): { lines: string[]; failed: number } {
  const lines: string[] = [];
  const all = { passed: 0, failed: 0 };
  for (const [suite, { passed, failed, skipped = [] }] of tallies) {
    const empty = passed + failed === 0;
    const also = skipped.length > 0 ? `, ${skipped.length} skipped` : '';
    const counts = `${suite}: ${passed} passed, ${failed} failed${also}`;
    lines.push(empty ? `${suite}: no test ran, counted as failed` : counts);
    lines.push(...skipped.map((title) => `  skipped: ${title}`));
    all.passed += passed;
    all.failed += empty ? 1 : failed;
  }
  if (tallies.size === 0) all.failed = 1;
  lines.push(`${all.passed} passed, ${all.failed} failed`);
  return { lines, failed: all.failed };
}
