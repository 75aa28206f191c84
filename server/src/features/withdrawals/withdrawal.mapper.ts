import { rupeesFromPaise } from '@muneem/contract/money';
import type { ListedWithdrawal, PayoutAttemptView, WithdrawalFlag, WithdrawalView } from '@muneem/contract/withdrawals';
import type { Queryable } from '#platform/database/index.ts';
import { findAttempts, type PayoutAttempt } from '#features/payouts/index.ts';
import { findUserStandings } from './withdrawal-flags.repository.ts';
import { findFlags } from './withdrawal-flags.ts';
import type { WithdrawalRow } from './withdrawals.repository.ts';

/** Maps rows to views, with the provider's answer to the last attempt. */
export async function viewWithdrawals(q: Queryable, rows: readonly WithdrawalRow[]): Promise<WithdrawalView[]> {
  const attemptIds = rows.flatMap(({ last_attempt_id: id }) => (id === null ? [] : [id]));
  const ids = rows.map(({ id }) => id);
  const [attempts, flags] = await Promise.all([findAttempts(q, attemptIds), findFlags(q, ids)]);
  return rows.map((row) => toWithdrawalView(row, attempts.get(row.last_attempt_id ?? ''), flags.get(row.id) ?? []));
}

/** Maps rows to views that include the user's wallet and past withdrawals. */
export async function viewListedWithdrawals(q: Queryable, rows: readonly WithdrawalRow[]): Promise<ListedWithdrawal[]> {
  const userIds = [...new Set(rows.map(({ user_id: id }) => id))];
  const [views, standings] = await Promise.all([viewWithdrawals(q, rows), findUserStandings(q, userIds)]);
  const byUser = new Map(standings.map((standing) => [standing.user_id, standing]));
  return rows.map((row, index) => {
    const standing = byUser.get(row.user_id);
    return {
      ...(views[index] as WithdrawalView),
      walletCoins: standing?.wallet_coins ?? 0,
      past: {
        paid: standing?.paid ?? 0,
        rejected: standing?.rejected ?? 0,
        isCutShort: standing?.is_cut_short ?? false,
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
    userId: row.user_uid,
    userName: row.user_name,
    userEmail: row.user_email,
    amount: rupeesFromPaise(row.amount_paise),
    coins: row.coins,
    date: row.created_at.toISOString(),
    status: row.status,
    paymentMethod: {
      type: row.method,
      upiId: row.upi_id,
      accountNumber: row.account_number,
      ifscCode: row.ifsc_code,
    },
    transactionId: row.transaction_id ?? attempt?.utr ?? attempt?.provider_transaction_id ?? null,
    bulkpeTransactionId: attempt?.provider_transaction_id ?? null,
    referenceId: attempt?.reference_id ?? null,
    paymentStatus: attempt?.status ?? null,
    providerStatus: attempt?.provider_status ?? null,
    paymentError: attempt?.error ?? null,
    needsAttention: attempt?.needs_attention ?? false,
    reversedAt: row.reversed_at?.toISOString() ?? null,
    flags,
    waitsBecause: row.status === 'pending' ? row.waits_because : null,
    verifiedBy: row.verified_by,
    verifiedDate: row.verified_at?.toISOString() ?? null,
    adminReason: row.admin_reason,
  };
}

export const toAttemptView = (attempt: PayoutAttempt): PayoutAttemptView => ({
  referenceId: attempt.reference_id,
  status: attempt.status,
  provider: attempt.provider,
  mode: attempt.mode,
  createdAt: attempt.created_at.toISOString(),
  sentAt: attempt.sending_at?.toISOString() ?? null,
  finishedAt: attempt.finished_at?.toISOString() ?? null,
  bulkpeTransactionId: attempt.provider_transaction_id,
  utr: attempt.utr,
  providerStatus: attempt.provider_status,
  error: attempt.error,
  lookups: attempt.lookups,
  nextLookupAt: attempt.next_lookup_at?.toISOString() ?? null,
});
