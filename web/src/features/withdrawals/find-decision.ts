import type { RouteAnswer } from '@muneem/contract/http';
import {
  getWithdrawal,
  listWithdrawals,
  type verifyWithdrawal,
  type WithdrawalView,
} from '@muneem/contract/withdrawals';
import { api } from '#lib/api.ts';
import { OutcomeError } from '#lib/find-outcome.ts';
import { withdrawalStatus } from './withdrawal-status.ts';
import { copy } from './withdrawals.copy.ts';

export type Paid = Pick<RouteAnswer<typeof verifyWithdrawal>, 'paymentResult' | 'estimatedTime'>;

/** The current record. Null if it is unchanged since the decision was sent. */
async function changed(before: WithdrawalView): Promise<WithdrawalView | null> {
  const { withdrawal } = await api(getWithdrawal, { params: { id: before.id } });
  // A second failed payment has the same status but another reference.
  const isSame = withdrawal.status === before.status && withdrawal.referenceId === before.referenceId;
  return isSame ? null : withdrawal;
}

const otherwise = ({ status, verifiedBy }: WithdrawalView): OutcomeError =>
  new OutcomeError(copy.decidedOtherwise(withdrawalStatus(status).label.toLowerCase(), verifiedBy));

/** Looks up an approval whose answer was lost. @throws OutcomeError if it was rejected */
export async function findDecision(before: WithdrawalView): Promise<Paid | null> {
  const now = await changed(before);
  if (now === null) return null;
  const transaction = now.transactionId === null ? {} : { transactionId: now.transactionId };
  switch (now.status) {
    case 'completed':
      return { paymentResult: { success: true, ...transaction } };
    case 'payment_failed':
      return { paymentResult: { success: false, ...(now.paymentError === null ? {} : { error: now.paymentError }) } };
    case 'processing':
      return {};
    case 'pending':
    case 'rejected':
      throw otherwise(now);
  }
}

/** Looks up a rejection whose answer was lost. @throws OutcomeError if the withdrawal was decided otherwise */
export async function findRejection(before: WithdrawalView): Promise<true | null> {
  const now = await changed(before);
  if (now === null) return null;
  if (now.status !== 'rejected') throw otherwise(now);
  return true;
}

const OLDEST = { status: 'pending', period: 'all', search: '', sort: 'date', order: 'asc', page: 1, limit: 1 } as const;

/** 0 if nothing requested up to `asOf` is still pending, else 1 or more. */
export async function stillPending(until: string): Promise<number> {
  const { withdrawals } = await api(listWithdrawals, { query: OLDEST });
  return withdrawals.filter(({ date }) => date <= until).length;
}
