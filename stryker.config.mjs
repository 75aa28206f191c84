/** `npm run mutate`: changes the rules of the ledger and of payout outcomes one place at a time, and runs their tests. */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'tools/mutate.config.ts', related: false },
  mutate: [
    'server/src/features/ledger/journal.ts',
    'server/src/features/payouts/{bulkpe-answer,razorpayx-answer,provider-answer,payout-rules,payout-mode}.ts',
  ],
  // The patterns of providers' messages tolerate more than providers document, so most changes to them have no effect.
  mutator: { excludedMutations: ['Regex'] },
  ignorePatterns: ['/web', '/e2e', '/bench', '/docs', '/sandbox'],
  concurrency: 2,
  thresholds: { break: 90 },
  reporters: ['clear-text', 'progress'],
  tempDirName: '.cache/stryker',
};
