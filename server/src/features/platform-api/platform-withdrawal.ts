import { rupeesFromPaise } from '@muneem/contract/money';
import type { PlatformWithdrawalDetails } from '@muneem/contract/platform-api';
import { AppError } from '#platform/app-error/index.ts';
import type { Queryable } from '#platform/database/index.ts';
import { findAttempts, type PayoutAttempt } from '#features/payouts/index.ts';
import { getUser } from '#features/users/index.ts';
import {
  estimatedTime,
  findUserOf,
  findWithdrawal,
  listOfUser,
  type WithdrawalRow,
} from '#features/withdrawals/index.ts';

/** @throws AppError `not_found`, also for a deleted user's withdrawal */
export async function getPlatformWithdrawal(q: Queryable, id: string): Promise<PlatformWithdrawalDetails> {
  const row = await findWithdrawal(q, id);
  if (row === null || (await findUserOf(q, row.userId)).deletedAt !== null) throw noWithdrawal();
  const [withdrawal] = await toPlatformWithdrawals(q, [row]);
  return withdrawal as PlatformWithdrawalDetails;
}

/** Lists a user's withdrawals, newest first. @throws AppError `user_not_found`; `not_found` if `before` is not the user's */
export async function listPlatformWithdrawals(
  q: Queryable,
  uid: string,
  { before: beforeId, limit }: { before?: string | undefined; limit: number },
): Promise<{ withdrawals: PlatformWithdrawalDetails[]; hasMore: boolean }> {
  const user = await getUser(q, uid);
  const before = beforeId === undefined ? undefined : await findWithdrawal(q, beforeId);
  if (before === null || (before !== undefined && before.userId !== user.id)) throw noWithdrawal();
  const rows = await listOfUser(q, user.id, { before, limit: limit + 1 });
  return { withdrawals: await toPlatformWithdrawals(q, rows.slice(0, limit)), hasMore: rows.length > limit };
}

const noWithdrawal = (): AppError => new AppError('not_found', 'There is no such withdrawal.');

async function toPlatformWithdrawals(
  q: Queryable,
  rows: readonly WithdrawalRow[],
): Promise<PlatformWithdrawalDetails[]> {
  const attempts = await findAttempts(
    q,
    rows.flatMap(({ lastAttemptId }) => (lastAttemptId === null ? [] : [lastAttemptId])),
  );
  return rows.map((row) => toPlatformWithdrawal(row, attempts.get(row.lastAttemptId ?? '')));
}

function toPlatformWithdrawal(row: WithdrawalRow, attempt: PayoutAttempt | undefined): PlatformWithdrawalDetails {
  const isOnItsWay = row.status === 'processing' && attempt !== undefined && attempt.status !== 'unknown';
  const isPaid = row.status === 'completed';
  return {
    withdrawalId: row.id,
    uid: row.userUid,
    coins: row.coins,
    amount: rupeesFromPaise(row.amountPaise),
    status: row.status,
    date: row.createdAt.toISOString(),
    payee: row.upiId ?? `Bank account ending in ${row.accountNumber?.slice(-4) ?? ''}`,
    text: textFor(row, attempt),
    utr: isPaid ? (attempt?.utr ?? null) : null,
    transactionId: isPaid ? row.transactionId : null,
    expectedTime: isOnItsWay ? estimatedTime(attempt) : null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

/** Without an admin's reason or the provider's error: both are written for the back-office. */
function textFor({ status, reversedAt }: WithdrawalRow, attempt: PayoutAttempt | undefined): string {
  switch (status) {
    case 'pending':
      return 'We are checking your request. Its coins are held meanwhile.';
    case 'processing':
      return attempt?.status === 'unknown'
        ? 'Your money is on its way. We are waiting for the bank to confirm it.'
        : 'Your money is on its way.';
    case 'completed':
      return 'The money was paid.';
    case 'rejected':
      return attempt === undefined
        ? 'Your request was not approved. The coins are back in your wallet.'
        : 'The payment did not work. The coins are back in your wallet.';
    case 'payment_failed':
      return reversedAt === null
        ? 'The payment did not work. Your coins are safe: we will try again or return them.'
        : 'The bank returned the payment. Your coins are safe: we will try again or return them.';
  }
}
