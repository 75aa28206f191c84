import { paise } from '@muneem/contract/money';
import type { SentOrder } from '#features/payouts/payout-provider.ts';
import type { OutboundResult } from '#platform/outbound-http/index.ts';

/** One payout of ₹100.50 by UPI, and possible answers to its calls. */
export const order: SentOrder = {
  providerTransactionId: null,
  referenceId: 'MNM1',
  amountPaise: paise(10_050),
  mode: 'UPI',
  beneficiaryName: 'Asha',
  destination: { upiId: 'asha@okbank', accountNumber: null, ifscCode: null },
};
export const answer = (status: number, body: unknown, truncated = false): OutboundResult => ({
  kind: 'answer',
  status,
  headers: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
  truncated,
  ms: 1,
});
export const notSent: OutboundResult = { kind: 'not_sent', reason: 'connection', message: 'refused', ms: 1 };
export const cut: OutboundResult = { kind: 'cut', reason: 'timeout', message: 'too late', ms: 1 };
