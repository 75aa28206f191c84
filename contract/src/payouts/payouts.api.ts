import * as z from '#schema';
import { routesOf, listQuery, success, byId } from '../http/index.ts';
import { withdrawalView } from '../withdrawals/index.ts';
import {
  ATTENTION_KINDS,
  attentionItem,
  DIFFERENCE_KINDS,
  DIFFERENCE_STATES,
  payoutAlert,
  payoutDifference,
  REASON_MAX_LENGTH,
  reconciliationRun,
} from './payouts.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('payouts');
const reason = z
  .string('Enter a reason.')
  .check(z.trim(), z.minLength(3, 'Enter a reason of at least 3 characters.'), z.maxLength(REASON_MAX_LENGTH));

const lookedUp = success({
  message: z.string(),
  withdrawal: withdrawalView,
  /** When the provider is asked again. Null once the payout is decided. */
  nextLookupAt: z.nullable(z.string()),
});

export const getPayoutAttention = defineRoute({
  method: 'GET',
  path: '/api/payouts/attention',
  right: rights.seePayouts,
  summary: 'Withdrawals that need attention, oldest first, and alerts about all payouts',
  query: z.object({
    ...listQuery(['since'], { limit: 50 }),
    order: z._default(z.enum(['asc', 'desc']), 'asc'),
    kind: z._default(z.enum(['all', ...ATTENTION_KINDS]), 'all'),
  }),
  answer: success({
    items: z.array(attentionItem),
    /** Number of matches of the requested kind. */
    total: z.int(),
    counts: z.record(z.enum(ATTENTION_KINDS), z.int()),
    alerts: z.array(payoutAlert),
    /** Open differences between our payouts and the provider's statement. */
    openDifferences: z.int(),
    asOf: z.string(),
  }),
});

export const lookUpPayout = defineRoute({
  method: 'POST',
  path: '/api/withdrawals/:id/look-up',
  right: rights.settlePayouts,
  summary: 'Asks the provider about an undecided payment now, but not within 90 s of the last call',
  params: byId,
  answer: lookedUp,
});

export const acceptTransaction = defineRoute({
  method: 'POST',
  path: '/api/withdrawals/:id/accept-transaction',
  right: rights.settlePayouts,
  summary:
    'Accepts that the provider has changed the transaction id of a payment, a day after it was sent, and looks the payment up; answers about any other id stay unknown',
  params: byId,
  body: z.object({
    transactionId: z
      .string('Enter the transaction ID.')
      .check(z.trim(), z.minLength(1, 'Enter the transaction ID.'), z.maxLength(300)),
  }),
  answer: lookedUp,
});

export const declareNotPaid = defineRoute({
  method: 'POST',
  path: '/api/withdrawals/:id/declare-not-paid',
  right: rights.settlePayouts,
  summary:
    'Closes a payment as not paid, a day after it was sent, if the provider’s account does not know it or if another provider sent it; then it can be retried or returned',
  params: byId,
  body: z.object({ reason }),
  answer: success({ message: z.string(), withdrawal: withdrawalView }),
});

export const listPayoutDifferences = defineRoute({
  method: 'GET',
  path: '/api/payouts/reconciliation',
  right: rights.seePayouts,
  summary: "Differences between our payouts and the provider's statement, and the last comparison",
  query: z.object({
    ...listQuery(['lastSeenAt', 'firstSeenAt'], { limit: 50 }),
    kind: z._default(z.enum(['all', ...DIFFERENCE_KINDS]), 'all'),
    state: z._default(z.enum(['all', ...DIFFERENCE_STATES]), 'open'),
  }),
  answer: success({
    differences: z.array(payoutDifference),
    total: z.int(),
    /** Open differences by kind. */
    counts: z.record(z.enum(DIFFERENCE_KINDS), z.int()),
    states: z.record(z.enum(DIFFERENCE_STATES), z.int()),
    /** Null before the first comparison. */
    lastRun: z.nullable(reconciliationRun),
  }),
});

export const runReconciliation = defineRoute({
  method: 'POST',
  path: '/api/payouts/reconciliation/run',
  right: rights.settlePayouts,
  summary: "Compares our payouts with the provider's statement now; `lastRun` of the list shows the end",
  answer: success({ message: z.string(), run: reconciliationRun }),
  limit: { max: 10, windowS: 60 },
});

export const decidePayoutDifference = defineRoute({
  method: 'POST',
  path: '/api/payouts/reconciliation/:id/decide',
  right: rights.settlePayouts,
  summary: 'Marks a difference as known (`acknowledged`) or settled (`resolved`); moves no money',
  params: byId,
  body: z.object({ state: z.enum(['acknowledged', 'resolved']), reason }),
  answer: success({ message: z.string(), difference: payoutDifference }),
});

export const razorpayxWebhook = defineRoute({
  method: 'POST',
  path: '/webhooks/razorpayx',
  auth: 'key',
  summary: 'A signed webhook (X-Razorpay-Signature: HMAC-SHA256 of the raw body). It only starts a look-up',
  body: z.looseObject({}),
  answer: success({}),
  limit: { max: 1_200, windowS: 60 },
});
