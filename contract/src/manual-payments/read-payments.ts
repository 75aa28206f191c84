import * as z from '#schema';
import { defineRoute } from '../http/index.ts';
import { listManualPayments, listPayableClicks, markClickPaid, markClicksPaid } from './manual-payments.api.ts';
import { manualPayment, paidClickResult, payableClick } from './manual-payments.ts';

/*
 * The calls of Manual Pay as a screen reads them. Another server may leave out fields that are not in document 001 §3
 * and §7.
 */

const message = z.optional(z.string());
const readClick = z.extend(payableClick, {
  offerId: z.object({ _id: z._default(z.string(), ''), title: z.string(), coins: z.int() }),
  upi: z._default(z.nullable(z.string()), null),
});

export const readPayableClicks = defineRoute({
  ...listPayableClicks,
  answer: z.pipe(
    z.object({
      success: z.literal(true),
      clicks: z.array(readClick),
      total: z.optional(z.int()),
      more: z._default(z.boolean(), false),
    }),
    z.transform(({ total, ...answer }) => ({ ...answer, total: total ?? answer.clicks.length })),
  ),
});

/** Reads only whether the click was paid: the admin has confirmed the coins before. */
export const payOneClick = defineRoute({ ...markClickPaid, answer: z.object({ success: z.literal(true), message }) });

export const payManyClicks = defineRoute({
  ...markClicksPaid,
  answer: z.object({
    success: z.literal(true),
    summary: z.object({ totalClicks: z.int(), successful: z.int(), failed: z.int(), totalCoins: z.int() }),
    results: z.optional(z.array(paidClickResult)),
  }),
});

export const readManualPayments = defineRoute({
  ...listManualPayments,
  answer: z.pipe(
    z.object({
      success: z.literal(true),
      history: z.array(z.extend(manualPayment, { paidBy: z._default(z.string(), '') })),
      total: z.optional(z.int()),
    }),
    z.transform(({ total, ...answer }) => ({ ...answer, total: total ?? answer.history.length })),
  ),
});
