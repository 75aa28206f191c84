import { chromiumOfMachine } from './chromium.ts';
import { installed, runQuietly, runVisibly, stopAll } from './processes.ts';
import { buildWeb } from './web-build.ts';

type Run = (args: string[]) => Promise<number>;

/** Half of Node's default young generation. Saves 25 MB, and garbage collection of postback batches costs no more. */
export const SERVER_FLAG = '--max-semi-space-size=8';

/** Commands of an operator: each is the script of its name in server/src. */
const OPERATOR_COMMANDS = [
  'backup',
  'restore',
  'confirm-restore',
  'rotate-secret',
  'verify-ledger',
  'retention',
  'reset-second-factor',
  'reset-second-person',
  'correct-journal',
  'change-coins-per-rupee',
];

const node = (...args: string[]): Promise<number> => runVisibly(process.execPath, args);
const nodeAfterBuild = async (...args: string[]): Promise<number> => ((await buildWeb()) ? node(...args) : 1);

/** The commands of `npm run <command>`. Each returns the exit code. */
export const COMMANDS: Readonly<Record<string, Run>> = {
  ...Object.fromEntries(
    OPERATOR_COMMANDS.map((name): [string, Run] => [name, (args) => node(`server/src/${name}.ts`, ...args)]),
  ),
  demo: (args) => nodeAfterBuild('sandbox/src/demo.ts', ...args),
  start(args) {
    process.env['NODE_ENV'] ??= 'production';
    // One memory arena instead of one per thread: freed memory returns to all threads. Saves 20 MB while streaming.
    process.env['MALLOC_ARENA_MAX'] ??= '2';
    return nodeAfterBuild(SERVER_FLAG, 'server/src/main.ts', ...args);
  },
  build: async () => ((await buildWeb()) ? 0 : 1),
  async dev() {
    const parts = [
      node('--watch', '--watch-preserve-output', 'server/src/main.ts'),
      runVisibly(installed('vite'), [], { cwd: 'web' }),
    ];
    const code = await Promise.race(parts);
    stopAll('SIGTERM');
    await Promise.all(parts);
    return code;
  },
  bench(args) {
    const chromium = chromiumOfMachine();
    if (chromium !== undefined) process.env['CHROMIUM_PATH'] ??= chromium;
    return nodeAfterBuild('bench/src/main.ts', ...args);
  },
  drill: (args) => nodeAfterBuild('drills/src/main.ts', ...args),
  pictures: (args) => nodeAfterBuild('e2e/readme-pictures.ts', ...args),
  async format() {
    await runQuietly(installed('oxlint'), ['--type-aware', '--fix', '.']);
    return runVisibly(installed('oxfmt'), ['.']);
  },
  check: async () => (await import('./check.ts')).runCheck(),
  'test:long': async (args) => (await import('./test.ts')).runTestLong(args),
  test: async (args) => (await import('./test.ts')).runTest(args),
};
