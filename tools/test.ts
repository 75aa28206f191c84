import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSteps } from './check.ts';
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts';
import { ROOT } from './install.mjs';
import { installed, runVisibly } from './processes.ts';
import type { Tally } from './step-report.ts';
import { summarise, tallyPlaywright, tallyVitest, type PlaywrightReport, type VitestReport } from './tally.ts';
import { buildWeb } from './web-build.ts';

/** vitest's projects for `npm run test:long`. */
const LONG = 'long*';
/** Playwright's projects. */
type Journeys = 'short' | 'long';

const NOT_RUN: Tally = { passed: 0, failed: 1 };

/**
 * Runs all checks and all tests except the long ones. With words it runs only test files whose path contains one of
 * them (`npm test -- ledger`). The last line is `N passed, N failed`.
 */
export const runTest = (only: readonly string[]): Promise<number> =>
  report(async (reports) => {
    if (only.length > 0) return { vitest: await runVitest(reports, `!${LONG}`, only) };
    const tests = async () => {
      const isBuilt = await buildWeb();
      return { isBuilt, vitest: await runVitest(reports, `!${LONG}`, only) };
    };
    // The build uses one core, and the tests wait for half of their time: the checks use the rest.
    const [check, { isBuilt, vitest }] = await Promise.all([runSteps(), tests()]);
    return { check, vitest, e2e: isBuilt ? await runPlaywright(reports, 'short') : NOT_RUN };
  });

/** Runs the long tests (`*.long.test.ts`, `*.long.spec.ts`). The last line is `N passed, N failed`. */
export const runTestLong = (only: readonly string[]): Promise<number> =>
  report(async (reports) => {
    const vitest = await runVitest(reports, LONG, only);
    if (only.length > 0) return { vitest };
    return { vitest, e2e: (await buildWeb()) ? await runPlaywright(reports, 'long') : NOT_RUN };
  });

async function report(run: (reports: string) => Promise<Record<string, Tally>>): Promise<number> {
  const reports = await mkdtemp(join(tmpdir(), 'muneem-reports-'));
  try {
    const { lines, failed } = summarise(await run(reports));
    console.log(`\n${lines.join('\n')}`);
    return failed === 0 ? 0 : 1;
  } finally {
    await rm(reports, { recursive: true, force: true });
  }
}

async function runVitest(reports: string, project: string, only: readonly string[]): Promise<Tally> {
  const file = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await runVisibly(installed('vitest'), ['run', ...only, `--project=${project}`, ...reporters]);
  if (!existsSync(file)) return NOT_RUN;
  const written = JSON.parse(await readFile(file, 'utf8')) as VitestReport;
  return tallyVitest(written, code);
}

async function runPlaywright(reports: string, journeys: Journeys): Promise<Tally> {
  const file = join(reports, 'playwright.json');
  let chromium: string;
  try {
    chromium = await findChromium();
  } catch (error) {
    console.error((error as Error).message);
    return NOT_RUN;
  }
  const code = await runVisibly(installed('playwright'), ['test', `--project=${journeys}`, '--reporter=list,json'], {
    cwd: join(ROOT, 'e2e'),
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, CHROMIUM_PATH: chromium, CHROMIUM_FLAGS: CHROMIUM_FLAGS.join(' ') },
  });
  if (!existsSync(file)) return NOT_RUN;
  const written = JSON.parse(await readFile(file, 'utf8')) as PlaywrightReport;
  return tallyPlaywright(written, code);
}
