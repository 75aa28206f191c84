import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runSteps } from './check.ts';
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts';
import { ROOT } from './install.mjs';
import { installed, runVisibly } from './processes.ts';
import type { Tally } from './step-report.ts';
import { buildWeb } from './web-build.ts';

/** The suites that `npm test` must have run, and where their files lie. A suite without a test has failed. */
const VITEST_SUITES = ['contract', 'server', 'web', 'sandbox', 'tools'];

/**
 * Every check and every test; with words, only the test files whose path holds one of them (`npm test -- ledger`).
 * The last line is `N passed, N failed`.
 */
export async function runTest(only: readonly string[]): Promise<number> {
  const reports = await mkdtemp(join(tmpdir(), 'muneem-reports-'));
  try {
    if (only.length > 0) return report(await runVitest(join(reports, 'vitest.json'), only));
    const tallies = new Map<string, Tally>([['check', await runSteps()]]);
    for (const [suite, tally] of await runVitest(join(reports, 'vitest.json'))) tallies.set(suite, tally);
    tallies.set('e2e', await runPlaywright(join(reports, 'playwright.json')));
    return report(tallies);
  } finally {
    await rm(reports, { recursive: true, force: true });
  }
}

function report(tallies: ReadonlyMap<string, Tally>): number {
  let passed = 0;
  let failed = 0;
  console.log('');
  for (const [suite, tally] of tallies) {
    const empty = tally.passed + tally.failed === 0;
    console.log(
      `${suite}: ${tally.passed} passed, ${tally.failed} failed${empty ? ' (no test ran: counted as failed)' : ''}`,
    );
    passed += tally.passed;
    failed += empty ? 1 : tally.failed;
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

interface VitestReport {
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

async function runVitest(file: string, only: readonly string[] = []): Promise<Map<string, Tally>> {
  const code = await runVisibly(installed('vitest'), [
    'run',
    ...only,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const tallies = new Map<string, Tally>(
    (only.length > 0 ? [] : VITEST_SUITES).map((suite) => [suite, { passed: 0, failed: 0 }]),
  );
  if (existsSync(file)) {
    const { testResults } = JSON.parse(await readFile(file, 'utf8')) as VitestReport;
    for (const { name, status, assertionResults } of testResults) {
      const suite = relative(ROOT, name).split('/')[0]!;
      const before = tallies.get(suite) ?? { passed: 0, failed: 0 };
      const passed = assertionResults.filter((result) => result.status === 'passed').length;
      const failed = assertionResults.filter((result) => result.status === 'failed').length;
      // A file that did not even load has no result of its own.
      const broken = status === 'failed' && failed === 0 ? 1 : 0;
      tallies.set(suite, { passed: before.passed + passed, failed: before.failed + failed + broken });
    }
  }
  if (code !== 0 && [...tallies.values()].every(({ failed }) => failed === 0)) {
    tallies.set('vitest itself', { passed: 0, failed: 1 });
  }
  return tallies;
}

interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly errors: readonly unknown[];
}

async function runPlaywright(file: string): Promise<Tally> {
  let chromium: string;
  try {
    chromium = await findChromium();
  } catch (error) {
    console.error((error as Error).message);
    return { passed: 0, failed: 1 };
  }
  if (!(await buildWeb())) return { passed: 0, failed: 1 };
  const code = await runVisibly(installed('playwright'), ['test', '--reporter=list,json'], {
    cwd: join(ROOT, 'e2e'),
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, CHROMIUM_PATH: chromium, CHROMIUM_FLAGS: CHROMIUM_FLAGS.join(' ') },
  });
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { stats, errors } = JSON.parse(await readFile(file, 'utf8')) as PlaywrightReport;
  const failed = stats.unexpected + errors.length;
  // A test that needed a second try has not kept its promise; retries are off, so this stays 0.
  return { passed: stats.expected, failed: failed + stats.flaky + (code !== 0 && failed === 0 ? 1 : 0) };
}
