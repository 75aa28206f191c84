import type { PaymentMethodView } from '@muneem/contract/withdrawals';

/** Where the money goes, in one line: `asha@okbank` or `123456789012, HDFC0001234`. */
export const destinationText = ({ type, upiId, accountNumber, ifscCode }: PaymentMethodView): string =>
  type === 'upi' ? (upiId ?? '') : `${accountNumber ?? ''}, ${ifscCode ?? ''}`;

export const methodLabel = ({ type }: PaymentMethodView): string => (type === 'upi' ? 'UPI' : 'Bank');
