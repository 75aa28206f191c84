import type { PaymentMethodView } from '@muneem/contract/withdrawals';

/** Where the money goes, in one line: `asha@okbank` or `123456789012, HDFC0001234`. */
export const destinationText = ({ type, upiId, accountNumber, ifscCode }: PaymentMethodView): string =>
  type === 'upi' ? (upiId ?? '') : `${accountNumber ?? ''}, ${ifscCode ?? ''}`;

/** The same in two lines, for a column: what the money goes to above the kind of it. */
export const destinationLines = (method: PaymentMethodView): readonly [first: string, second: string] =>
  method.type === 'upi'
    ? [method.upiId ?? '', methodLabel(method)]
    : [method.accountNumber ?? '', `${methodLabel(method)} · ${method.ifscCode ?? ''}`];

export const methodLabel = ({ type }: PaymentMethodView): string => (type === 'upi' ? 'UPI' : 'Bank');
