import type { WithdrawalStatus } from '@muneem/contract/withdrawals';

/** Names each status inside a sentence. */
export const WITHDRAWAL_STATUS_WORDS: Readonly<Record<WithdrawalStatus, string>> = {
  pending: 'pending',
  processing: 'being paid',
  completed: 'paid',
  rejected: 'rejected',
  payment_failed: 'waiting after a failed payment',
};
