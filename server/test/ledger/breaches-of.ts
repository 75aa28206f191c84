import { checkLedger } from '#features/ledger/index.ts';
import { openHolds } from '#features/withdrawals/index.ts';
import type { TestApp } from '#test/test-app.ts';

/** Checks the ledger of an app. @returns its breaches, empty if it balances */
export const breachesOf = async ({ database, clock }: Pick<TestApp, 'database' | 'clock'>) =>
  (await checkLedger(database, { clock, openHolds })).breaches;
