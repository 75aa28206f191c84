import { rupeesFromPaise } from '@muneem/contract/money';
import type { ListedWithdrawal, PayoutAttemptView, WithdrawalFlag, WithdrawalView } from '@muneem/contract/withdrawals';
import type { Queryable } from '#platform/database/index.ts';
import { findAttempts, type PayoutAttempt } from '#features/payouts/index.ts';
import { findUserStandings } from './withdrawal-flags.repository.ts';
import { findFlags } from './withdrawal-flags.ts';
import type { WithdrawalRow } from './withdrawals.repository.ts';

/** Maps rows to views, with the provider's answer to the last attempt. */
export async function viewWithdrawals(q: Queryable, rows: readonly WithdrawalRow[]): Promise<WithdrawalView[]> {
  const attemptIds = rows.flatMap(({ lastAttemptId: id }) => (id === null ? [] : [id]));
  const ids = rows.map(({ id }) => id);
  const [attempts, flags] = await Promise.all([findAttempts(q, attemptIds), findFlags(q, ids)]);
  return rows.map((row) => toWithdrawalView(row, attempts.get(row.lastAttemptId ?? ''), flags.get(row.id) ?? []));
}

/** Maps rows to views that include the user's wallet and past withdrawals. */
export async function viewListedWithdrawals(q: Queryable, rows: readonly WithdrawalRow[]): Promise<ListedWithdrawal[]> {
  const userIds = [...new Set(rows.map(({ userId: id }) => id))];
  const [views, standings] = await Promise.all([viewWithdrawals(q, rows), findUserStandings(q, userIds)]);
  const byUser = new Map(standings.map((standing) => [standing.userId, standing]));
  return rows.map((row, index) => {
    const standing = byUser.get(row.userId);
    return {
      ...(views[index] as WithdrawalView),
      walletCoins: standing?.walletCoins ?? 0,
      past: {
        paid: standing?.paid ?? 0,
        rejected: standing?.rejected ?? 0,
        isCutShort: standing?.isCutShort ?? false,
      },
    };
  });
}

function toWithdrawalView(
  row: WithdrawalRow,
  attempt: PayoutAttempt | undefined,
  flags: WithdrawalFlag[],
): WithdrawalView {
  return {
    id: row.id,
    userId: row.userUid,
    userName: row.userName,
    userEmail: row.userEmail,
    amount: rupeesFromPaise(row.amountPaise),
    coins: row.coins,
    date: row.createdAt.toISOString(),
    status: row.status,
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
    reversedAt: row.reversedAt?.toISOString() ?? null,
    flags,
    waitsBecause: row.status === 'pending' ? row.waitsBecause : null,
    verifiedBy: row.verifiedBy,
    verifiedDate: row.verifiedAt?.toISOString() ?? null,
    adminReason: row.adminReason,
  };
}

export const toAttemptView = (attempt: PayoutAttempt): PayoutAttemptView => ({
  referenceId: attempt.referenceId,
  status: attempt.status,
  provider: attempt.provider,
  mode: attempt.mode,
  createdAt: attempt.createdAt.toISOString(),
  sentAt: attempt.sendingAt?.toISOString() ?? null,
  finishedAt: attempt.finishedAt?.toISOString() ?? null,
  bulkpeTransactionId: attempt.providerTransactionId,
  utr: attempt.utr,
  providerStatus: attempt.providerStatus,
  error: attempt.error,
  lookups: attempt.lookups,
  nextLookupAt: attempt.nextLookupAt?.toISOString() ?? null,
});
