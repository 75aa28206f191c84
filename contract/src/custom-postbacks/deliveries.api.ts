import * as z from '#schema';
import { anchored, anchors, routesOf, listQuery, success, byId, days, recordId, trimmed } from '../http/index.ts';
import { CUSTOM_POSTBACK_LIMITS as LIMITS } from './custom-postback-rules.ts';
import { delivery, deliveryAttempt, DELIVERY_STATUSES } from './deliveries.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('custom-postbacks');
const filterText = () => z.optional(trimmed(z.maxLength(200)));

/** Matches of a filter are counted up to this number. */
export const MAX_DELIVERY_ROWS = 10_000;

/** `search` is a complete click id or conversion id. */
export const listDeliveries = defineRoute({
  method: 'GET',
  path: '/api/offers/:id/postback-deliveries',
  right: rights.seePostbacks,
  summary: 'The deliveries of an offer’s custom postbacks, newest first',
  params: byId,
  query: z.object({
    ...listQuery(['createdAt'], { limit: 50, maxLimit: 200 }),
    ...anchored,
    status: z._default(z.enum(['all', ...DELIVERY_STATUSES]), 'all'),
    postbackId: filterText(),
    event: filterText(),
    company: filterText(),
    ...days,
  }),
  answer: success({
    deliveries: z.array(delivery),
    /** Number of matches, counted up to `MAX_DELIVERY_ROWS`. */
    total: z.int(),
    ...anchors,
  }),
});

export const getDelivery = defineRoute({
  method: 'GET',
  path: '/api/postback-deliveries/:id',
  right: rights.seePostbacks,
  summary: 'One delivery with every attempt, newest first',
  params: byId,
  answer: success({
    delivery,
    attempts: z.array(deliveryAttempt),
    /** The POST body of the postback's current template. Null without a template. */
    body: z.nullable(z.string()),
  }),
});

const resentAnswer = success({
  message: z.string(),
  /** Deliveries that are sent now, or once their postback is active again. */
  resent: z.int(),
  /** Unchanged deliveries: in flight, waiting already, or of a deleted postback. */
  skipped: z.int(),
});

/** Also sends a delivered one again, with the same delivery id. A delivery in flight stays unchanged. */
export const resendDelivery = defineRoute({
  method: 'POST',
  path: '/api/postback-deliveries/:id/resend',
  right: rights.changePostbacks,
  summary: 'Sends one delivery again, with all its retries',
  params: byId,
  answer: resentAnswer,
  limit: { max: 120, windowS: 60 },
});

/** Idempotent: only ended deliveries are sent again. */
export const resendDeliveries = defineRoute({
  method: 'POST',
  path: '/api/postback-deliveries/resend',
  right: rights.changePostbacks,
  summary: `Sends up to ${LIMITS.resendSelected} deliveries again`,
  body: z.object({
    ids: z
      .array(recordId())
      .check(
        z.minLength(1, 'Select at least one delivery.'),
        z.maxLength(LIMITS.resendSelected, `Select at most ${LIMITS.resendSelected} deliveries.`),
      ),
  }),
  answer: resentAnswer,
  limit: { max: 30, windowS: 60 },
});

export const resendFailedDeliveries = defineRoute({
  method: 'POST',
  path: '/api/offers/:id/postback-deliveries/resend-failed',
  right: rights.changePostbacks,
  summary: `Sends the failed deliveries of an offer again, oldest first, ${LIMITS.resendFailed} a call`,
  params: byId,
  body: z.object({
    postbackId: filterText(),
    event: filterText(),
    company: filterText(),
    /** Days in Asia/Kolkata on which the deliveries were created. */
    ...days,
  }),
  answer: success({
    message: z.string(),
    resent: z.int(),
    /** Failed deliveries left for the next call. */
    remaining: z.int(),
  }),
  limit: { max: 30, windowS: 60 },
});
