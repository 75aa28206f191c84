import * as z from '#schema';
import { paymentMethodInput, paymentMethodView } from './payment-method.ts';

export const WITHDRAWAL_STATUSES = ['pending', 'processing', 'completed', 'rejected', 'payment_failed'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/** The statuses of a decided withdrawal, which the history shows. */
export const HISTORY_STATUSES = ['completed', 'rejected', 'processing', 'payment_failed'] as const;

/** The state of the provider's transfer: the outcomes of a payout provider, and two states before one. */
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
/** ₹1: the smallest transfer of a provider. */
export const MIN_WITHDRAWAL_RUPEES = 1;
/** The largest request, in coins. */
const MAX_WITHDRAWAL_COINS = 1_000_000_000;

/** Flags help an admin decide. Settings choose the flags that Auto Payout leaves to an admin. */
export const WITHDRAWAL_FLAGS = [
  'shared_upi',
  'shared_account',
  'burst',
  'first_withdrawal',
  'fresh_account',
  'many_accounts_from_address',
] as const;
export type WithdrawalFlagKind = (typeof WITHDRAWAL_FLAGS)[number];
const FLAG_KINDS = ['owes_coins', ...WITHDRAWAL_FLAGS] as const;

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

const withdrawalFlag = z.object({
  /** `owes_coins` is no setting: Auto Payout always leaves such a withdrawal to an admin. */
  kind: z.enum(FLAG_KINDS),
  /**
   * Outstanding coins, users who share it, withdrawals within an hour, or hours since the user joined. Null if there is
   * nothing to count.
   */
  count: z.nullable(z.int()),
  /** A few words for a person. */
  text: z.string(),
});
export type WithdrawalFlag = z.infer<typeof withdrawalFlag>;

/** A payment that was once paid may be paid again after this time and number of look-ups that say "not paid". */
export const PAID_BEFORE_HOURS = 24;
export const PAID_BEFORE_LOOKUPS = 3;

/** A payment of a withdrawal that the provider reported as paid, then as failed. */
const paidBefore = z.object({
  referenceId: z.string(),
  paidAt: z.string(),
  /** Since when each answer says that it failed. */
  failedAt: z.string(),
  /** PAID_BEFORE_HOURS later. */
  possibleAt: z.string(),
  /** Look-ups that must still say that it failed. */
  lookupsLeft: z.int(),
  /** When the provider's statement shows that the money came back: then nothing has to be waited for. */
  returnedAt: z.nullable(z.string()),
  /** True if the withdrawal can be paid again, or its coins returned. */
  mayPayAgain: z.boolean(),
});
export type PaidBefore = z.infer<typeof paidBefore>;

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
  /** The bank's reference (UTR), else the provider's id. */
  transactionId: z.nullable(z.string()),
  bulkpeTransactionId: z.nullable(z.string()),
  /** Our reference, as it was sent to the provider. */
  referenceId: z.nullable(z.string()),
  paymentStatus: z.nullable(z.enum(PAYMENT_STATUSES)),
  /** The provider's status, unchanged. */
  providerStatus: z.nullable(z.string()),
  paymentError: z.nullable(z.string()),
  /** True if the outcome has been unknown for so long that an admin should look. */
  needsAttention: z.boolean(),
  /** When the provider reversed a paid transfer. The coins are held again. */
  reversedAt: z.nullable(z.string()),
  /** Null unless the payment has failed after the provider reported it as paid. */
  paidBefore: z.nullable(paidBefore),
  flags: z.array(withdrawalFlag),
  /** Why Auto Payout left this pending withdrawal to a person. */
  waitsBecause: z.nullable(z.string()),
  verifiedBy: z.nullable(z.string()),
  verifiedDate: z.nullable(z.string()),
  adminReason: z.nullable(z.string()),
});
export type WithdrawalView = z.infer<typeof withdrawalView>;

/** A list looks at this many of a user's newest withdrawals. */
export const MOST_PAST_COUNTED = 100;

/** A row of the list, with facts that help to decide without opening it. */
export const listedWithdrawal = z.extend(withdrawalView, {
  /** In the user's wallet now. */
  walletCoins: z.int(),
  /**
   * Paid and rejected withdrawals of the user among the newest MOST_PAST_COUNTED. `isCutShort`: there are older ones.
   */
  past: z.object({ paid: z.int(), rejected: z.int(), isCutShort: z.boolean() }),
});
export type ListedWithdrawal = z.infer<typeof listedWithdrawal>;

/** One attempt to pay a withdrawal. */
export const payoutAttemptView = z.object({
  referenceId: z.string(),
  status: z.enum(PAYMENT_STATUSES),
  provider: z.string(),
  mode: z.string(),
  /** The name as it was sent to the bank. */
  beneficiaryName: z.string(),
  createdAt: z.string(),
  sentAt: z.nullable(z.string()),
  /** When the provider reported it as paid, also if it reports it as failed now. */
  paidAt: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
  bulkpeTransactionId: z.nullable(z.string()),
  utr: z.nullable(z.string()),
  providerStatus: z.nullable(z.string()),
  error: z.nullable(z.string()),
  lookups: z.int(),
  nextLookupAt: z.nullable(z.string()),
});
export type PayoutAttemptView = z.infer<typeof payoutAttemptView>;

/** The user of a withdrawal. */
export const withdrawalUser = z.object({
  uid: z.string(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  createdAt: z.string(),
  deleted: z.boolean(),
  /** In the wallet now. */
  coins: z.int(),
  /** Held for unfinished withdrawals, including this one. */
  heldCoins: z.int(),
  withdrawals: z.int(),
  completedWithdrawals: z.int(),
  /** Rupees. */
  completedAmount: z.number(),
});
export type WithdrawalUser = z.infer<typeof withdrawalUser>;

/** Number of the user's other withdrawals in the details, newest first. */
export const PAST_WITHDRAWALS_LIMIT = 20;

/** Counts by status and the rupees of completed ones. Pending withdrawals are excluded, also from `total`. */
export const withdrawalStats = z.object({
  total: z.int(),
  completed: z.int(),
  rejected: z.int(),
  processing: z.int(),
  failed: z.int(),
  completedAmount: z.number(),
});
export type WithdrawalStats = z.infer<typeof withdrawalStats>;

/** A user's request through the platform API. The coins are held at once. */
export const withdrawalRequest = z.object({
  uid: z.string().check(z.minLength(1), z.maxLength(128)),
  coins: z
    .int('Coins must be a whole number.')
    .check(
      z.gt(0, 'Coins must be more than 0.'),
      z.lte(MAX_WITHDRAWAL_COINS, 'This is more than the largest withdrawal.'),
    ),
  paymentMethod: paymentMethodInput,
});
