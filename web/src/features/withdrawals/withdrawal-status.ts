import type { PaymentStatus, WithdrawalStatus } from '@muneem/contract/withdrawals';
import type { StatusLook } from '#ui/display/index.ts';

const STATUS = {
  pending: { label: 'Pending', color: 'blue' },
  processing: { label: 'Processing', color: 'yellow' },
  completed: { label: 'Completed', color: 'green' },
  rejected: { label: 'Rejected', color: 'red' },
  payment_failed: { label: 'Payment failed', color: 'gray' },
} as const satisfies Record<WithdrawalStatus, StatusLook>;

const PAYMENT = {
  created: { label: 'Not sent yet', color: 'blue' },
  sending: { label: 'Being sent', color: 'yellow' },
  in_flight: { label: 'In flight', color: 'yellow' },
  unknown: { label: 'Unknown, checking', color: 'yellow' },
  paid: { label: 'Paid', color: 'green' },
  not_paid: { label: 'Not paid', color: 'red' },
  refused: { label: 'Refused', color: 'red' },
  not_sent: { label: 'Not sent', color: 'gray' },
} as const satisfies Record<PaymentStatus, StatusLook>;

/** Label and colour of a status (document 001 §4). */
export const withdrawalStatus = (status: WithdrawalStatus): StatusLook => STATUS[status];

export const paymentStatus = (status: PaymentStatus): StatusLook => PAYMENT[status];
