import { installed, runQuietly, runVisibly, stopAll } from './processes.ts';
import { buildWeb } from './web-build.ts';

const node = (...args: string[]): Promise<number> => runVisibly(process.execPath, args);

/** Everything with sample data and the outside world in small. */
export async function runDemo(args: string[]): Promise<number> {
  return (await buildWeb()) ? node('sandbox/src/demo.ts', ...args) : 1;
}

/** Production: no sample data, no sandbox. */
export async function runStart(args: string[]): Promise<number> {
  process.env['NODE_ENV'] ??= 'production';
  // Each thread of glibc's would keep freed memory to itself: 20 MB of a server that streams.
  process.env['MALLOC_ARENA_MAX'] ??= '2';
  // Half of Node's own young generation: 25 MB less, and the batches of postbacks cost the collector no more.
  return (await buildWeb()) ? node('--max-semi-space-size=8', 'server/src/main.ts', ...args) : 1;
}

/** Server and web client restart when their files change. */
export async function runDev(): Promise<number> {
  const parts = [
    node('--watch', '--watch-preserve-output', 'server/src/main.ts'),
    runVisibly(installed('vite'), [], { cwd: 'web' }),
  ];
  const code = await Promise.race(parts);
  stopAll('SIGTERM');
  await Promise.all(parts);
  return code;
}

export const runBench = async (args: string[]): Promise<number> =>
  (await buildWeb()) ? node('bench/src/main.ts', ...args) : 1;

/** Exits 1 when the books of the database do not balance. */
export const runVerifyLedger = (args: string[]): Promise<number> => node('server/src/verify-ledger.ts', ...args);

/** Lets an administrator who lost phone and recovery codes sign in by mailed codes again. */
export const runResetSecondFactor = (args: string[]): Promise<number> =>
  node('server/src/reset-second-factor.ts', ...args);

/** Explains a journal that has no cause. */
export const runCorrectJournal = (args: string[]): Promise<number> => node('server/src/correct-journal.ts', ...args);

/** Changes what a coin is worth. */
export const runChangeCoinsPerRupee = (args: string[]): Promise<number> =>
  node('server/src/change-coins-per-rupee.ts', ...args);

/** Everything that can be put right without thinking. */
export async function runFormat(): Promise<number> {
  await runQuietly(installed('oxlint'), ['--type-aware', '--fix', '.']);
  return runVisibly(installed('prettier'), ['--write', '--log-level=warn', '.']);
}

/** Mutation testing by Stryker. Exits 1 when the tests notice less than 90 % of the changes. */
export const runMutate = (args: string[]): Promise<number> => runVisibly(installed('stryker'), ['run', ...args]);
