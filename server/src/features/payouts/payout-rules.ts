import type { Paise } from '@muneem/contract/money';
import type { PayoutDestination, PayoutField, PayoutMode, PayoutOrder } from './payout-provider.ts';

export interface FieldRules {
  readonly accountNumber: RegExp;
  readonly upiMaxLength: number;
  /** The provider's name and the fewest letters of a beneficiary's name, if it documents a limit. */
  readonly name?: { readonly provider: string; readonly min: number };
}

const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;
/** NPCI's limit for one UPI transfer */
const UPI_MAX_PAISE = 100_000_00;
const MIN_PAISE = 100;

/** Checks the rules that all banks share, with the provider's own lengths. @returns messages by field, or undefined */
export function bankRules(
  { amountPaise, destination }: Pick<PayoutOrder, 'amountPaise' | 'destination'>,
  rules: FieldRules,
): Partial<Record<PayoutField, string>> | undefined {
  const wrong: Partial<Record<PayoutField, string>> = {};
  if (amountPaise < MIN_PAISE) wrong.coins = 'The smallest withdrawal is ₹1.';
  if (destination.upiId !== null) {
    if (amountPaise > UPI_MAX_PAISE) wrong.coins = 'UPI carries up to ₹1,00,000 at a time. Use a bank account.';
    if (destination.upiId.length > rules.upiMaxLength) wrong.upiId = 'The payout provider does not accept this UPI ID.';
  } else {
    if (!rules.accountNumber.test(destination.accountNumber))
      wrong.accountNumber = 'The payout provider does not accept this account number.';
    if (!IFSC.test(destination.ifscCode)) wrong.ifscCode = 'Enter an IFSC code like HDFC0001234.';
  }
  return Object.keys(wrong).length > 0 ? wrong : undefined;
}

/** Returns why the provider would refuse an order, in words for an admin. Checked before it is sent. */
export function orderProblem(order: PayoutOrder, rules: FieldRules): string | undefined {
  const { beneficiaryName } = order;
  const { provider = '', min = 1 } = rules.name ?? {};
  const { length } = beneficiaryName;
  if (length < min) {
    const letters = length === 1 ? 'one letter' : `${length} letters`;
    return `The name "${beneficiaryName}" has only ${letters}. ${provider} needs at least ${min}. Correct the user's name, then retry the payment.`;
  }
  return Object.values(bankRules(order, rules) ?? {})[0];
}

/** IMPS carries up to ₹5,00,000; RTGS carries more. */
const IMPS_MAX_PAISE = 500_000_00;

export function modeFor({ upiId }: PayoutDestination, amountPaise: Paise): PayoutMode {
  if (upiId !== null) return 'UPI';
  return amountPaise <= IMPS_MAX_PAISE ? 'IMPS' : 'RTGS';
}
