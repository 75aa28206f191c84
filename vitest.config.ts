import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const inFolder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Tests of `npm run test:long`: they need minutes, or the machine for themselves. */
const LONG = ['{src,test}/**/*.long.test.ts'];

/** Tests with two sizes: small in `npm test`, full in `npm run test:long` (`server/test/sized.ts`). */
const SIZED = [
  'conversion-reports/report-filters',
  'ledger/ledger-model',
  'ledger/post-journals',
  'ledger/undo-journals',
  'payouts/simulation',
  'postbacks/crash',
  'withdrawals/pay-withdrawal',
].map((name) => `test/${name}.test.ts`);

const server = { root: inFolder('./server'), globalSetup: [inFolder('./server/test/global-setup.ts')] };

/** One run for every workspace. `npm test` counts the tests of each by its folder. */
export default defineConfig({
  test: {
    // Twice the cores of the smallest machine: tests of the server wait half of the time.
    maxWorkers: 4,
    // Only ends what hangs: a busy machine is ten times as slow as a free one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // The default of one second is too short on a machine that also runs other tests.
    // Five polls a second: a session has a limit of 600 reads a minute, and a slow machine waits long.
    expect: { poll: { timeout: 10_000, interval: 200 } },
    restoreMocks: true,
    unstubEnvs: true,
    // Node loads the files as in production. Vite would transform each one for the tests.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      {
        extends: true,
        test: {
          name: 'contract',
          root: inFolder('./contract'),
          include: ['{src,test}/**/*.test.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          ...server,
          include: ['{src,test}/**/*.test.ts'],
          exclude: LONG,
          // Loading the server takes longer than most files run: a worker loads it once.
          isolate: false,
          setupFiles: [inFolder('./server/test/setup.ts')],
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          ...server,
          include: [...LONG, ...SIZED],
          env: { TEST_SIZE: 'full' },
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'long-drills',
          root: inFolder('./drills'),
          include: ['test/**/*.test.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          root: inFolder('./web'),
          include: ['{src,build}/**/*.test.{ts,tsx}'],
          isolate: false,
          // Node cannot load JSX and styles.
          experimental: { viteModuleRunner: true },
          // A test reads the list of styles.
          css: { include: [/styles\/base\.css/] },
        },
      },
      {
        extends: true,
        test: {
          name: 'sandbox',
          root: inFolder('./sandbox'),
          include: ['{src,test}/**/*.test.ts'],
          exclude: LONG,
        },
      },
      {
        extends: true,
        test: {
          name: 'long-sandbox',
          root: inFolder('./sandbox'),
          include: LONG,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: { name: 'tools', root: inFolder('./tools'), include: ['**/*.test.{mjs,ts}'], isolate: false },
      },
    ],
  },
});
