import * as z from 'zod/mini';
import { paymentMethodInput, paymentMethodView } from './payment-method.ts';

export const WITHDRAWAL_STATUSES = ['pending', 'processing', 'completed', 'rejected', 'payment_failed'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/** The statuses of a decided withdrawal: what the history shows. */
export const HISTORY_STATUSES = ['completed', 'rejected', 'processing', 'payment_failed'] as const;

/** How the provider's transfer stands: the outcomes of the payout port, and its two stages before one. */
export const PAYMENT_STATUSES = [
  'created',
  'sending',
  'in_flight',
  'unknown',
  'paid',
  'not_paid',
  'refused',
  'not_sent',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const ADMIN_REASON_MAX_LENGTH = 500;
/** ₹1: the least that a provider transfers. */
export const MIN_WITHDRAWAL_RUPEES = 1;
/** The largest request, in coins. */
export const MAX_WITHDRAWAL_COINS = 1_000_000_000;

/** Signs that help a person to decide. Settings choose which of them Auto Payout leaves to a person. */
export const WITHDRAWAL_FLAGS = [
  'shared_upi',
  'shared_account',
  'burst',
  'first_withdrawal',
  'fresh_account',
  'many_accounts_from_address',
] as const;
export type WithdrawalFlagKind = (typeof WITHDRAWAL_FLAGS)[number];

/** More withdrawals of one user within an hour are a burst. */
export const MOST_PER_HOUR = 3;
export const FRESH_ACCOUNT_HOURS = 24;

export const WITHDRAWAL_FLAG_NAMES: Readonly<Record<WithdrawalFlagKind, string>> = {
  shared_upi: 'UPI shared with other users',
  shared_account: 'Bank account shared with other users',
  burst: `More than ${MOST_PER_HOUR} withdrawals of one user within an hour`,
  first_withdrawal: 'First withdrawal',
  fresh_account: `Joined less than ${FRESH_ACCOUNT_HOURS} hours before`,
  many_accounts_from_address: 'Several users from one IP address',
};

export const withdrawalFlag = z.object({
  kind: z.enum(WITHDRAWAL_FLAGS),
  /** Users who share it, withdrawals within an hour, or hours since the user joined; null for nothing to count. */
  count: z.nullable(z.int()),
  /** A few words for a person. */
  text: z.string(),
});
export type WithdrawalFlag = z.infer<typeof withdrawalFlag>;

export const withdrawalView = z.object({
  id: z.string(),
  userId: z.string(),
  userName: z.nullable(z.string()),
  userEmail: z.nullable(z.string()),
  /** Rupees. */
  amount: z.number(),
  coins: z.int(),
  date: z.string(),
  status: z.enum(WITHDRAWAL_STATUSES),
  paymentMethod: paymentMethodView,
  /** The bank's reference (UTR) where there is one, else the provider's id. */
  transactionId: z.nullable(z.string()),
  bulkpeTransactionId: z.nullable(z.string()),
  /** Ours, sent to the provider. */
  referenceId: z.nullable(z.string()),
  paymentStatus: z.nullable(z.enum(PAYMENT_STATUSES)),
  /** The provider's own word. */
  providerStatus: z.nullable(z.string()),
  paymentError: z.nullable(z.string()),
  /** True when the provider could not tell for so long that a person should look. */
  needsAttention: z.boolean(),
  /** When the provider took a paid transfer back; the coins are held again. */
  reversedAt: z.nullable(z.string()),
  flags: z.array(withdrawalFlag),
  /** Why Auto Payout left this pending withdrawal to a person. */
  waitsBecause: z.nullable(z.string()),
  verifiedBy: z.nullable(z.string()),
  verifiedDate: z.nullable(z.string()),
  adminReason: z.nullable(z.string()),
});
export type WithdrawalView = z.infer<typeof withdrawalView>;

/** How many of a user's newest withdrawals a list looks through. */
export const MOST_PAST_COUNTED = 100;

/** A row of the list: with what helps to decide without opening it. */
export const listedWithdrawal = z.extend(withdrawalView, {
  /** In the user's wallet now. */
  walletCoins: z.int(),
  /** Paid to the user and rejected so far, among the newest MOST_PAST_COUNTED; `isCutShort`: there are older ones. */
  past: z.object({ paid: z.int(), rejected: z.int(), isCutShort: z.boolean() }),
});
export type ListedWithdrawal = z.infer<typeof listedWithdrawal>;

/** One try to pay a withdrawal. */
export const payoutAttemptView = z.object({
  referenceId: z.string(),
  status: z.enum(PAYMENT_STATUSES),
  provider: z.string(),
  mode: z.string(),
  createdAt: z.string(),
  sentAt: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
  bulkpeTransactionId: z.nullable(z.string()),
  utr: z.nullable(z.string()),
  providerStatus: z.nullable(z.string()),
  error: z.nullable(z.string()),
  lookups: z.int(),
  nextLookupAt: z.nullable(z.string()),
});
export type PayoutAttemptView = z.infer<typeof payoutAttemptView>;

/** Whose withdrawal it is. */
export const withdrawalUser = z.object({
  uid: z.string(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  createdAt: z.string(),
  deleted: z.boolean(),
  /** In the wallet now. */
  coins: z.int(),
  /** In unfinished withdrawals, this one among them. */
  heldCoins: z.int(),
  withdrawals: z.int(),
  completedWithdrawals: z.int(),
  /** Rupees. */
  completedAmount: z.number(),
});
export type WithdrawalUser = z.infer<typeof withdrawalUser>;

/** How many of a user's other withdrawals the details carry, newest first. */
export const PAST_WITHDRAWALS_LIMIT = 20;

/** Counts by status and the rupees of the completed ones; pending withdrawals are not history and not counted in `total`. */
export const withdrawalStats = z.object({
  total: z.int(),
  completed: z.int(),
  rejected: z.int(),
  processing: z.int(),
  failed: z.int(),
  completedAmount: z.number(),
});
export type WithdrawalStats = z.infer<typeof withdrawalStats>;

/** A user's request (platform API): the coins are held at once. */
export const withdrawalRequest = z.object({
  uid: z.string().check(z.minLength(1), z.maxLength(128)),
  coins: z
    .int('Coins must be a whole number.')
    .check(
      z.gt(0, 'Coins must be more than 0.'),
      z.lte(MAX_WITHDRAWAL_COINS, 'That is more than one withdrawal may be.'),
    ),
  paymentMethod: paymentMethodInput,
});
export type WithdrawalRequest = z.infer<typeof withdrawalRequest>;
