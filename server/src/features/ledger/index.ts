export { assertCoinsPerRupee, changeCoinsPerRupee, openCoinsPerRupee } from './coins-per-rupee.ts';
export { correctJournal } from './correct-journal.ts';
export { checkLedger } from './check-ledger.ts';
export type { LedgerReport } from './inspect-ledger.ts';
export type { JournalInput, JournalKind, PostedJournal, PostingInput } from './journal.ts';
export { findWalletProblem, insertCorrection, isHeld } from './ledger-causes.repository.ts';
export { findLedgerStatus, findPayoutStop, isPayoutStopped } from './ledger-checks.repository.ts';
export { ledgerModule } from './ledger.module.ts';
export {
  findJournals,
  getBalances,
  getHeldCoins,
  listWalletEntries,
  lockBalance,
  openWallets,
} from './ledger.repository.ts';
export type { WalletEntry } from './ledger.repository.ts';
export { postCreditsLater } from './post-credits.ts';
export type { CreditInput } from './post-credits.ts';
export { postJournals } from './post-journals.ts';
