import type { RouteBody } from '@muneem/contract/http';
import { paiseFromRupees, type Paise } from '@muneem/contract/money';
import type { verifyWithdrawal, WithdrawalStatus } from '@muneem/contract/withdrawals';
import { AppError } from '#platform/app-error/index.ts';
import type { Queryable } from '#platform/database/index.ts';
import { findWithdrawal, type WithdrawalRow } from './withdrawals.repository.ts';

/** The caller's view of the withdrawal. It is only compared; our row decides. */
export interface BelievedWithdrawal {
  readonly userId?: string | null | undefined;
  readonly amount?: number | undefined;
  readonly coins?: RouteBody<typeof verifyWithdrawal>['coins'];
}

/** @throws AppError `not_found`, or `conflict` if the caller's data differs from our row */
export async function getWithdrawal(
  q: Queryable,
  id: string,
  believed: BelievedWithdrawal = {},
): Promise<WithdrawalRow> {
  const row = await findWithdrawal(q, id);
  if (!row) throw new AppError('not_found', `There is no withdrawal with the ID "${id}".`);
  const fields: Record<string, string> = {};
  if (believed.userId !== undefined && believed.userId !== null && believed.userId !== row.userUid) {
    fields['userId'] = 'The user does not match the withdrawal.';
  }
  if (believed.coins !== undefined && believed.coins !== row.coins)
    fields['coins'] = 'The coins do not match the withdrawal.';
  if (believed.amount !== undefined && !sameAmount(believed.amount, row.amountPaise)) {
    fields['amount'] = 'The amount does not match the withdrawal.';
  }
  if (Object.keys(fields).length === 0) return row;
  throw new AppError('conflict', 'The request does not match the withdrawal. Refresh the list and try again.', {
    fields,
  });
}

function sameAmount(rupees: number, amountPaise: Paise): boolean {
  try {
    return paiseFromRupees(rupees) === amountPaise;
  } catch {
    return false;
  }
}

/** Describes a withdrawal that is already decided, or never allowed this step. */
export function wrongState(row: WithdrawalRow, wanted: string): AppError {
  const by = row.verifiedBy === null ? '' : ` by ${row.verifiedBy}`;
  return new AppError(
    'wrong_state',
    `This withdrawal cannot be ${wanted}: it is already ${WITHDRAWAL_STATUS_WORDS[row.status]}${by}.`,
  );
}

export const WITHDRAWAL_STATUS_WORDS: Readonly<Record<WithdrawalStatus, string>> = {
  pending: 'pending',
  processing: 'being paid',
  completed: 'paid',
  rejected: 'rejected',
  payment_failed: 'waiting after a failed payment',
};
