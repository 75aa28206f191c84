import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSteps } from './check.ts';
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts';
import { ROOT } from './install.mjs';
import { installed, runVisibly } from './processes.ts';
import type { Tally } from './step-report.ts';
import {
  playwrightTimes,
  slowest,
  summarise,
  tallyPlaywright,
  tallyVitest,
  vitestTimes,
  type FileTime,
  type PlaywrightReport,
  type VitestReport,
} from './tally.ts';
import { buildWeb } from './web-build.ts';

/** Suites of which `npm test` must run at least one test, by folder. */
const VITEST_SUITES = ['contract', 'server', 'web', 'sandbox', 'tools'];
/** vitest's projects for `npm run test:long`. */
const LONG = 'long*';

const NOT_RUN: Tally = { passed: 0, failed: 1 };

/** The files that ran, with their times. */
const times: FileTime[] = [];

/**
 * Runs all checks and all tests except the long ones. With words it runs only test files whose path contains one of
 * them (`npm test -- ledger`). The last line is `N passed, N failed`.
 */
export const runTest = (only: readonly string[]): Promise<number> =>
  report(async (reports) => {
    const file = join(reports, 'vitest.json');
    const project = `!${LONG}`;
    if (only.length > 0) return runVitest({ file, project, only, suites: [] });
    const isBuilt = await buildWeb();
    // These tests wait for half of their time: the checks use it.
    const [check, vitest] = await Promise.all([runSteps(), runVitest({ file, project, only, suites: VITEST_SUITES })]);
    const e2e = isBuilt ? await runPlaywright(join(reports, 'playwright.json')) : NOT_RUN;
    return new Map<string, Tally>([['check', check], ...vitest, ['e2e', e2e]]);
  });

/** Runs the long tests (`*.long.test.ts`). The last line is `N passed, N failed`. */
export const runTestLong = (only: readonly string[]): Promise<number> =>
  report((reports) =>
    runVitest({
      file: join(reports, 'vitest.json'),
      project: LONG,
      only,
      suites: only.length > 0 ? [] : ['server', 'drills', 'sandbox'],
    }),
  );

async function report(run: (reports: string) => Promise<Map<string, Tally>>): Promise<number> {
  const reports = await mkdtemp(join(tmpdir(), 'muneem-reports-'));
  try {
    const { lines, failed } = summarise(await run(reports));
    console.log(`\nThe slowest files:\n${slowest(times).join('\n')}`);
    console.log(`\n${lines.join('\n')}`);
    return failed === 0 ? 0 : 1;
  } finally {
    await rm(reports, { recursive: true, force: true });
  }
}

interface VitestCall {
  /** Path of the JSON report. */
  readonly file: string;
  readonly project: string;
  readonly only: readonly string[];
  /** Suites that fail if no test ran. */
  readonly suites: readonly string[];
}

async function runVitest({ file, project, only, suites }: VitestCall): Promise<Map<string, Tally>> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await runVisibly(installed('vitest'), [
    'run',
    ...only,
    `--project=${project}`,
    '--passWithNoTests',
    ...reporters,
  ]);
  const text = existsSync(file) ? await readFile(file, 'utf8') : '{"testResults":[]}';
  const written = JSON.parse(text) as VitestReport;
  times.push(...vitestTimes(written, ROOT));
  return tallyVitest(written, { root: ROOT, suites, code });
}

async function runPlaywright(file: string): Promise<Tally> {
  let chromium: string;
  try {
    chromium = await findChromium();
  } catch (error) {
    console.error((error as Error).message);
    return NOT_RUN;
  }
  const code = await runVisibly(installed('playwright'), ['test', '--reporter=list,json'], {
    cwd: join(ROOT, 'e2e'),
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, CHROMIUM_PATH: chromium, CHROMIUM_FLAGS: CHROMIUM_FLAGS.join(' ') },
  });
  if (!existsSync(file)) return NOT_RUN;
  const written = JSON.parse(await readFile(file, 'utf8')) as PlaywrightReport;
  times.push(...playwrightTimes(written));
  return tallyPlaywright(written, code);
}
