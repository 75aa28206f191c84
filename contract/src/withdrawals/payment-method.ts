import * as z from '#schema';
import { isUpiId } from '../clicks/index.ts';

/** Four letters of the bank, a zero, six letters or digits of the branch. */
const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;
const ACCOUNT_NUMBER = /^\d{9,18}$/;

const upiMethod = z.object({
  type: z.literal('upi'),
  upiId: z
    .string('Enter the UPI ID.')
    .check(z.trim(), z.refine(isUpiId, 'Enter a UPI ID like name@bank: letters, digits, dot, underscore or hyphen.')),
});

const bankMethod = z.object({
  type: z.literal('bank'),
  accountNumber: z
    .string('Enter the account number.')
    .check(z.trim(), z.regex(ACCOUNT_NUMBER, 'Enter an account number of 9 to 18 digits.')),
  ifscCode: z
    .string('Enter the IFSC code.')
    .check(z.trim(), z.toUpperCase(), z.regex(IFSC, 'Enter an IFSC code like HDFC0001234.')),
});

/** The destination of the money in a request. */
export const paymentMethodInput = z.discriminatedUnion('type', [upiMethod, bankMethod]);
export type PaymentMethodInput = z.infer<typeof paymentMethodInput>;

/** The destination of the money in an answer. */
export const paymentMethodView = z.object({
  type: z.enum(['upi', 'bank']),
  upiId: z.nullable(z.string()),
  accountNumber: z.nullable(z.string()),
  ifscCode: z.nullable(z.string()),
});
export type PaymentMethodView = z.infer<typeof paymentMethodView>;
