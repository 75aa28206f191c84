export { getBalances, getHeldCoins, listWalletEntries, lockBalance, openWallets } from './ledger.repository.ts';
export type { WalletEntry } from './ledger.repository.ts';
export { postJournals } from './post-journals.ts';
export type { JournalInput, JournalKind, LedgerAccount, PostedJournal, PostingInput } from './journal.ts';
