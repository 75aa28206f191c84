import { defineConfig } from 'vitest/config';

/** The tests of `npm run mutate`. They need no database. */
export default defineConfig({
  test: { include: ['server/test/ledger/journal.test.ts', 'server/test/payouts/outcomes-*.test.ts'] },
});
