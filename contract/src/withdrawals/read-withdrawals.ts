import * as z from '#schema';
import { defineRoute } from '../http/index.ts';
import { disableAutoPayout, enableAutoPayout, getAutoPayoutStatus } from './auto-payout.api.ts';
import { paymentMethodView } from './payment-method.ts';
import {
  getPayoutBalance,
  getWithdrawalHistory,
  listWithdrawals,
  rejectAllWithdrawals,
  verifyWithdrawal,
} from './withdrawals.api.ts';
import { listedWithdrawal } from './withdrawals.ts';

/*
 * The calls of Verify Withdrawals as a screen reads them. Another server may leave out fields that are not in document
 * 001 §3 and §7.
 */

const success = z._default(z.literal(true), true);
const orNull = z._default(z.nullable(z.string()), null);
const { shape } = listedWithdrawal;

const readRow = z.extend(listedWithdrawal, {
  userName: orNull,
  userEmail: orNull,
  paymentMethod: z.extend(paymentMethodView, { upiId: orNull, accountNumber: orNull, ifscCode: orNull }),
  transactionId: orNull,
  bulkpeTransactionId: orNull,
  referenceId: orNull,
  /** An unknown status is dropped. */
  paymentStatus: z._default(
    z.union([
      shape.paymentStatus,
      z.pipe(
        z.string(),
        z.transform(() => null),
      ),
    ]),
    null,
  ),
  providerStatus: orNull,
  paymentError: orNull,
  needsAttention: z._default(z.boolean(), false),
  reversedAt: orNull,
  paidBefore: z._default(shape.paidBefore, null),
  flags: z._default(shape.flags, []),
  waitsBecause: orNull,
  verifiedBy: orNull,
  verifiedDate: orNull,
  adminReason: orNull,
  walletCoins: z._default(z.nullable(shape.walletCoins), null),
  past: z._default(z.nullable(shape.past), null),
});
/** A row of the list, from our server or another. */
export type WithdrawalRow = z.infer<typeof readRow>;

const page = listWithdrawals.answer.shape;
/** Without `counts` it is the whole list: document 001 §7 has no filters for this call. */
export const readWithdrawals = defineRoute({
  ...listWithdrawals,
  answer: z.object({
    success,
    withdrawals: z.array(readRow),
    total: z.optional(page.total),
    isCutShort: z._default(z.boolean(), false),
    counts: z.optional(page.counts),
    pending: z.optional(page.pending),
    asOf: z.optional(page.asOf),
  }),
});

const history = getWithdrawalHistory.answer.shape;
export const readWithdrawalHistory = defineRoute({
  ...getWithdrawalHistory,
  answer: z.pipe(
    z.object({
      success,
      withdrawals: z.array(readRow),
      stats: history.stats,
      pagination: history.pagination,
      isCutShort: z._default(z.boolean(), false),
    }),
    z.transform((answer) => ({ ...answer, total: answer.pagination.total })),
  ),
});

export const decideWithdrawal = defineRoute({
  ...verifyWithdrawal,
  answer: z.object({
    success,
    paymentResult: verifyWithdrawal.answer.shape.paymentResult,
    estimatedTime: verifyWithdrawal.answer.shape.estimatedTime,
  }),
});

export const rejectAllPending = defineRoute({
  ...rejectAllWithdrawals,
  answer: z.object({ success, rejectedCount: z.int() }),
});

const balance = getPayoutBalance.answer.shape;
export const readPayoutBalance = defineRoute({
  ...getPayoutBalance,
  answer: z.object({
    success: z.boolean(),
    balance: z._default(balance.balance, null),
    currency: z._default(z.string(), 'INR'),
    error: balance.error,
    pendingAmount: z._default(z.nullable(balance.pendingAmount), null),
    low: z._default(z.boolean(), false),
    stopped: z._default(balance.stopped, null),
  }),
});

const auto = getAutoPayoutStatus.answer.shape;
const readStatus = z.object({
  success,
  enabled: z.boolean(),
  pause: z._default(auto.pause, null),
  /** Null: the limit is unknown. */
  maxAmount: z._default(z.nullable(auto.maxAmount), null),
  userLimit: z.optional(auto.userLimit),
  dayLimit: z.optional(auto.dayLimit),
  paidToday: z.optional(auto.paidToday),
});

export type AutoPayoutRead = z.infer<typeof readStatus>;

export const readAutoPayout = defineRoute({ ...getAutoPayoutStatus, answer: readStatus });

/** Document 001 §7 names no answer of these two calls. If the answer lacks the new state, the state is read again. */
const switched = z.union([readStatus, z.object({ success, enabled: z.optional(z.undefined()) })]);
export const switchAutoPayoutOn = defineRoute({ ...enableAutoPayout, answer: switched });
export const switchAutoPayoutOff = defineRoute({ ...disableAutoPayout, answer: switched });
