import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** One run for every workspace. `npm test` counts the tests of each by these names. */
export default defineConfig({
  test: {
    // Two at a time: the database server and the application under test want a core as well.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        test: { name: 'contract', root: './contract', include: ['src/**/*.test.ts', 'test/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'server',
          root: './server',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          globalSetup: [fileURLToPath(new URL('./server/test/global-setup.ts', import.meta.url))],
        },
      },
      {
        extends: true,
        test: { name: 'web', root: './web', include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: { name: 'sandbox', root: './sandbox', include: ['src/**/*.test.ts', 'test/**/*.test.ts'] },
      },
      { extends: true, test: { name: 'tools', root: './tools', include: ['**/*.test.{mjs,ts}'] } },
    ],
  },
});
