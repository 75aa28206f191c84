import { installed, runQuietly, runVisibly, stopAll } from './processes.ts';
import { buildWeb } from './web-build.ts';

const node = (...args: string[]): Promise<number> => runVisibly(process.execPath, args);

/** Starts the product with sample data and the sandbox. */
export async function runDemo(args: string[]): Promise<number> {
  return (await buildWeb()) ? node('sandbox/src/demo.ts', ...args) : 1;
}

/** Starts the product in production: no sample data, no sandbox. */
export async function runStart(args: string[]): Promise<number> {
  process.env['NODE_ENV'] ??= 'production';
  // One memory arena instead of one per thread: freed memory returns to all threads. Saves 20 MB while streaming.
  process.env['MALLOC_ARENA_MAX'] ??= '2';
  // Half of Node's default young generation. Saves 25 MB, and garbage collection of postback batches costs no more.
  return (await buildWeb()) ? node('--max-semi-space-size=8', 'server/src/main.ts', ...args) : 1;
}

/** Installs and builds everything that the server needs, for an image or a service. */
export const runBuild = async (): Promise<number> => ((await buildWeb()) ? 0 : 1);

/** Starts server and web client. Both restart when a file changes. */
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

/** Rehearses an operation of a company: image, failover, upgrade, restore. */
export const runDrill = async (args: string[]): Promise<number> =>
  (await buildWeb()) ? node('drills/src/main.ts', ...args) : 1;

/** Adds a base backup of the embedded database to a folder. */
export const runBackup = (args: string[]): Promise<number> => node('server/src/backup.ts', ...args);

/** Restores a backup into an empty DATA_DIR. */
export const runRestore = (args: string[]): Promise<number> => node('server/src/restore.ts', ...args);

/** Lets a restored copy pay, mail and deliver. */
export const runConfirmRestore = (args: string[]): Promise<number> => node('server/src/confirm-restore.ts', ...args);

/** Encrypts all stored secrets with the current APP_SECRET. */
export const runRotateSecret = (args: string[]): Promise<number> => node('server/src/rotate-secret.ts', ...args);

/** Exits with 1 if the ledger has a breach. */
export const runRetention = (args: string[]): Promise<number> => node('server/src/retention.ts', ...args);

export const runVerifyLedger = (args: string[]): Promise<number> => node('server/src/verify-ledger.ts', ...args);

/** Lets an admin who lost phone and recovery codes sign in with mailed codes again. */
export const runResetSecondFactor = (args: string[]): Promise<number> =>
  node('server/src/reset-second-factor.ts', ...args);

/** Reverses or confirms a journal that has no cause. */
export const runCorrectJournal = (args: string[]): Promise<number> => node('server/src/correct-journal.ts', ...args);

/** Changes the number of coins per rupee. */
export const runChangeCoinsPerRupee = (args: string[]): Promise<number> =>
  node('server/src/change-coins-per-rupee.ts', ...args);

/** Formats all files and applies the linter's safe fixes. */
export async function runFormat(): Promise<number> {
  await runQuietly(installed('oxlint'), ['--type-aware', '--fix', '.']);
  return runVisibly(installed('oxfmt'), ['.']);
}
