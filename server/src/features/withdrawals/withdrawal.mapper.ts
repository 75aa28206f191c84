import { rupeesFromPaise } from '@muneem/contract/money';
import type { ListedWithdrawal, PayoutAttemptView, WithdrawalFlag, WithdrawalView } from '@muneem/contract/withdrawals';
import type { Database } from '#platform/database/index.ts';
import { isoDates } from '#platform/http/index.ts';
import { findAttempts, listPaidBefore, type PaidBefore, type PayoutAttempt } from '#features/payouts/index.ts';
import { listProposersOf } from '#features/second-person/index.ts';
import { findUserSummaries } from './withdrawal-flags.repository.ts';
import { findFlags } from './withdrawal-flags.ts';
import type { WithdrawalRow } from './withdrawals.repository.ts';

/** Maps rows to views, with the provider's answer to the last attempt. */
export async function viewWithdrawals(database: Database, rows: readonly WithdrawalRow[]): Promise<WithdrawalView[]> {
  const attemptIds = rows.flatMap(({ lastAttemptId: id }) => (id === null ? [] : [id]));
  const ids = rows.map(({ id }) => id);
  const failedIds = rows.flatMap(({ id, status }) => (status === 'payment_failed' ? [id] : []));
  const [attempts, flags, paidBefore, proposers] = await Promise.all([
    findAttempts(database, attemptIds),
    findFlags(database, ids),
    listPaidBefore(database, failedIds, database.clock.now()),
    listProposersOf(database, 'withdrawal', ids, database.clock.now()),
  ]);
  return rows.map((row) =>
    toWithdrawalView(row, attempts.get(row.lastAttemptId ?? ''), {
      flags: flags.get(row.id) ?? [],
      paidBefore: paidBefore.find(({ payableId }) => payableId === row.id),
      proposer: proposers.find(({ recordId }) => recordId === row.id)?.name,
    }),
  );
}

/** Maps rows to views that include the user's wallet and past withdrawals. */
export async function viewListedWithdrawals(
  database: Database,
  rows: readonly WithdrawalRow[],
): Promise<ListedWithdrawal[]> {
  const userIds = [...new Set(rows.map(({ userId: id }) => id))];
  const [views, summaries] = await Promise.all([viewWithdrawals(database, rows), findUserSummaries(database, userIds)]);
  const byUser = new Map(summaries.map(({ userId, ...summary }) => [userId, summary]));
  return rows.map((row, index) => {
    const { walletCoins, ...past } = byUser.get(row.userId)!;
    return {
      ...(views[index] as WithdrawalView),
      walletCoins,
      past,
    };
  });
}

function toWithdrawalView(
  row: WithdrawalRow,
  attempt: PayoutAttempt | undefined,
  {
    flags,
    paidBefore,
    proposer,
  }: { flags: WithdrawalFlag[]; paidBefore: PaidBefore | undefined; proposer: string | undefined },
): WithdrawalView {
  return {
    ...isoDates(row),
    userId: row.userUid,
    amount: rupeesFromPaise(row.amountPaise),
    date: row.createdAt.toISOString(),
    paymentMethod: {
      type: row.method,
      upiId: row.upiId,
      accountNumber: row.accountNumber,
      ifscCode: row.ifscCode,
    },
    transactionId: row.transactionId ?? attempt?.utr ?? attempt?.providerTransactionId ?? null,
    bulkpeTransactionId: attempt?.providerTransactionId ?? null,
    referenceId: attempt?.referenceId ?? null,
    paymentStatus: attempt?.status ?? null,
    providerStatus: attempt?.providerStatus ?? null,
    paymentError: attempt?.error ?? null,
    needsAttention: attempt?.needsAttention ?? false,
    paidBefore: paidBefore === undefined ? null : isoDates(paidBefore),
    flags,
    waitsBecause:
      proposer !== undefined
        ? `Waiting for a second person: proposed by ${proposer}`
        : row.status === 'pending'
          ? row.waitsBecause
          : null,
    verifiedDate: row.verifiedAt?.toISOString() ?? null,
  };
}

export const toAttemptView = (attempt: PayoutAttempt): PayoutAttemptView => ({
  ...isoDates(attempt),
  sentAt: attempt.sendingAt?.toISOString() ?? null,
  nextLookupAt: (attempt.sendingAt && attempt.nextCallAt)?.toISOString() ?? null,
  bulkpeTransactionId: attempt.providerTransactionId,
});
