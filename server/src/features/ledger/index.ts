export { assertCoinsPerRupee, changeCoinsPerRupee, openCoinsPerRupee } from './coins-per-rupee.ts';
export { correctJournal } from './correct-journal.ts';
export { checkLedger } from './check-ledger.ts';
export type { LedgerReport } from './inspect-ledger.ts';
export { postCreditsLater } from './journal.ts';
export type { CreditInput, JournalInput, JournalKind, PostedJournal, PostingInput } from './journal.ts';
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
export { postJournals } from './post-journals.ts';
