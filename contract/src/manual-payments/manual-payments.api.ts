import * as z from '#schema';
import { preparedRun } from '../bulk-runs/index.ts';
import { anchored, anchors, routesOf, listQuery, success, trimmed } from '../http/index.ts';
import {
  CLICK_SEARCH_TYPES,
  CLICKS_PER_BULK,
  clickToPay,
  manualPayment,
  paidClickResult,
  PAYABLE_CLICK_STATUSES,
  payableClick,
} from './manual-payments.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('manual-payments');
const STATUS_LIST = /^(pending|clicked|in_progress)(,(pending|clicked|in_progress)){0,5}$/;

const list = listQuery(['createdAt']);

export const listPayableClicks = defineRoute({
  method: 'GET',
  path: '/api/clicks',
  right: rights.seeManualPayments,
  summary: 'Clicks that can be paid by hand, newest first',
  query: z.object({
    page: list.page,
    limit: list.limit,
    ...anchored,
    search: list.search,
    searchType: z._default(z.enum(CLICK_SEARCH_TYPES), 'general'),
    statuses: z._default(
      z.string().check(z.regex(STATUS_LIST, 'Only pending, clicked and in_progress clicks can be paid.')),
      PAYABLE_CLICK_STATUSES.join(','),
    ),
  }),
  answer: success({
    clicks: z.array(payableClick),
    /** Number of matches, at most CLICKS_FOUND_AT_MOST. */
    total: z.int(),
    /** True if more clicks match. */
    more: z.boolean(),
    message: z.optional(z.string()),
    ...anchors,
  }),
});

export const markClickPaid = defineRoute({
  method: 'POST',
  path: '/api/mark-click-paid',
  right: rights.payByHand,
  summary: 'Pays one click by hand, once',
  body: clickToPay,
  answer: success({ message: z.string(), coins: z.int(), transactionId: z.nullable(z.string()) }),
});

export const markClicksPaid = defineRoute({
  method: 'POST',
  path: '/api/mark-clicks-paid-bulk',
  right: rights.payByHand,
  summary: 'Pays several clicks by hand, each once; the answer names clicks that cannot be paid',
  body: z.object({
    clicks: z
      .array(clickToPay)
      .check(
        z.minLength(1, 'No clicks to process payment for'),
        z.maxLength(CLICKS_PER_BULK, `At most ${CLICKS_PER_BULK} clicks can be paid at once.`),
      ),
  }),
  answer: success({
    summary: z.object({ totalClicks: z.int(), successful: z.int(), failed: z.int(), totalCoins: z.int() }),
    /** In the order of the request. */
    results: z.array(paidClickResult),
  }),
});

export const prepareBulkPayment = defineRoute({
  method: 'POST',
  path: '/api/clicks/bulk-runs',
  right: rights.payByHand,
  summary: 'Prepares a bulk run with the newest unpaid clicks that match; another call starts it',
  body: z.object({
    search: z._default(trimmed(z.maxLength(200)), ''),
    searchType: z._default(z.enum(CLICK_SEARCH_TYPES), 'general'),
  }),
  answer: preparedRun,
  limit: { max: 30, windowS: 60 },
});

export const listManualPayments = defineRoute({
  method: 'GET',
  path: '/api/manual-payment-history',
  right: rights.seeManualPayments,
  summary: 'Clicks that were paid by hand, newest first',
  query: z.object({ ...listQuery(['paidAt']), ...anchored }),
  answer: success({ history: z.array(manualPayment), total: z.int(), ...anchors }),
});
