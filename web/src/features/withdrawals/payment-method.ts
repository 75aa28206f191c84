import type { PaymentMethodView } from '@muneem/contract/withdrawals';

/** The destination in one line: `asha@okbank` or `123456789012, HDFC0001234`. */
export const destinationText = ({ type, upiId, accountNumber, ifscCode }: PaymentMethodView): string =>
  type === 'upi' ? (upiId ?? '') : `${accountNumber ?? ''}, ${ifscCode ?? ''}`;

/** The destination and its kind, for a column of two lines. */
export const destinationLines = (method: PaymentMethodView): readonly [first: string, second: string] =>
  method.type === 'upi'
    ? [method.upiId ?? '', methodLabel(method)]
    : [method.accountNumber ?? '', `${methodLabel(method)} · ${method.ifscCode ?? ''}`];

export const methodLabel = ({ type }: PaymentMethodView): string => (type === 'upi' ? 'UPI' : 'Bank');
