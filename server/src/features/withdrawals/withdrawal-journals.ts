import { coins as asCoins, type Coins } from '@muneem/contract/money';
import type { Actor } from '#platform/audit-log/index.ts';
import type { JournalInput } from '#features/ledger/index.ts';
import type { WithdrawalRow } from './withdrawals.repository.ts';

/** wallet → hold, at the request */
export const holdJournal = (withdrawalId: string, userId: number, coins: Coins, actor: Actor): JournalInput => ({
  scope: 'withdrawal-hold',
  key: withdrawalId,
  kind: 'hold',
  actor,
  postings: [
    { account: 'wallet', userId, amount: asCoins(-coins) },
    { account: 'withdrawal_hold', userId, amount: coins },
  ],
});

/** hold → paid out, once the provider has paid. Shares its key with the release: a hold is resolved once. */
export const settleJournal = (row: WithdrawalRow, actor: Actor): JournalInput => ({
  ...resolution(row, actor),
  kind: 'settle',
  postings: [
    { account: 'withdrawal_hold', userId: row.userId, amount: asCoins(-row.coins) },
    { account: 'paid_out', userId: null, amount: row.coins },
  ],
});

/** hold → wallet, at a rejection. The coins of a deleted user are forfeited, like those that the deletion found. */
export const releaseJournal = (row: WithdrawalRow, actor: Actor, isDeleted = false): JournalInput => ({
  ...resolution(row, actor),
  kind: 'release',
  postings: [
    { account: 'withdrawal_hold', userId: row.userId, amount: asCoins(-row.coins) },
    isDeleted
      ? { account: 'forfeited', userId: null, amount: row.coins }
      : { account: 'wallet', userId: row.userId, amount: row.coins },
  ],
});

/** paid out → hold, when the bank reverses the payment. Negates each posting of the settlement. */
export const reversalJournal = (row: WithdrawalRow, settleJournalId: number, actor: Actor): JournalInput => ({
  scope: 'withdrawal-reversal',
  key: `${row.id}/${row.reversals + 1}`,
  kind: 'reversal',
  actor,
  reverses: settleJournalId,
  postings: [
    { account: 'withdrawal_hold', userId: row.userId, amount: row.coins },
    { account: 'paid_out', userId: null, amount: asCoins(-row.coins) },
  ],
});

const resolution = (row: WithdrawalRow, actor: Actor) => ({
  scope: 'withdrawal-resolution',
  // Each reversal creates a new hold to resolve.
  key: row.reversals === 0 ? row.id : `${row.id}/${row.reversals}`,
  actor,
  reverses: row.holdJournalId,
  ...(row.adminReason === null ? {} : { reason: row.adminReason }),
});
