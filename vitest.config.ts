import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const inFolder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Tests that measure time or press the machine: each has it for itself, after all others. */
const ALONE = ['test/**/*-{load,times}.test.ts'];

/** Tests of `npm run test:long`. */
const LONG = ['test/**/*.long.test.ts'];

/** Tests that `npm test` runs small and `npm run test:long` at full size (`server/test/sized.ts`). */
const SIZED = [
  'auth/sign-in-load',
  'custom-postbacks/worker-kill',
  'ledger/ledger-model',
  'payouts/decided-once',
  'payouts/simulation',
].map((it) => `test/${it}.test.ts`);

const server = { root: inFolder('./server'), globalSetup: [inFolder('./server/test/global-setup.ts')] };

/** One run for every workspace. `npm test` counts the tests of each by its folder. */
export default defineConfig({
  test: {
    // One more than the smallest machine has cores: tests of the server spend half of their time waiting.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // One second, which it would be, is little for a machine that runs other tests beside it.
    // Asked five times a second: one session may read 600 times a minute (api.rate limits), and a slow machine waits long.
    expect: { poll: { timeout: 10_000, interval: 200 } },
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      { extends: true, test: { name: 'contract', root: inFolder('./contract'), include: ['{src,test}/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'server',
          ...server,
          include: ['{src,test}/**/*.test.ts'],
          exclude: [...ALONE, ...LONG],
          // Loading the server takes longer than most files run: a worker loads it once.
          isolate: false,
          setupFiles: [inFolder('./server/test/setup.ts')],
        },
      },
      {
        extends: true,
        test: { name: 'server alone', ...server, include: ALONE, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: {
          name: 'long',
          ...server,
          include: [...LONG, ...SIZED],
          env: { TEST_SIZE: 'full' },
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          root: inFolder('./web'),
          include: ['{src,test}/**/*.test.{ts,tsx}'],
          // A test reads the list of styles.
          css: { include: [/styles\/base\.css/] },
        },
      },
      { extends: true, test: { name: 'sandbox', root: inFolder('./sandbox'), include: ['{src,test}/**/*.test.ts'] } },
      { extends: true, test: { name: 'tools', root: inFolder('./tools'), include: ['**/*.test.{mjs,ts}'] } },
    ],
  },
});
