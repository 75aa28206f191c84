import type { ApprovedWithdrawal } from './approve-withdrawal.ts';

/** Returns the texts of document 001 §8. */
export function messageFor({ paymentResult }: ApprovedWithdrawal): string {
  if (paymentResult === undefined) return 'Withdrawal approved successfully!';
  if (paymentResult.success) return 'Withdrawal approved and payment initiated!';
  return 'Withdrawal approved but payment failed. Please check the payout provider account balance and configuration.';
}
