import * as z from 'zod/mini';
import { calendarDay, defineRoute, listQuery } from '../http/index.ts';
import { CUSTOM_POSTBACK_LIMITS as LIMITS } from './custom-postback-rules.ts';
import { delivery, deliveryAttempt, DELIVERY_STATUSES } from './deliveries.ts';

const tag = 'custom-postbacks';
const success = z.literal(true);
const id = () => z.string().check(z.minLength(1), z.maxLength(64));
const filterText = () => z.optional(z.string().check(z.trim(), z.maxLength(200)));

/** The furthest row that pages reach; narrow the filter for older ones. */
export const MAX_DELIVERY_ROWS = 10_000;

/** `search` finds a click id or a conversion id, whole. */
export const listDeliveries = defineRoute({
  method: 'GET',
  path: '/api/offers/:id/postback-deliveries',
  auth: 'admin',
  tag,
  summary: 'What an offer’s custom postbacks sent or have to send, newest first',
  params: z.object({ id: id() }),
  query: z.object({
    ...listQuery(['createdAt'], { limit: 50, maxLimit: 200 }),
    status: z._default(z.enum(['all', ...DELIVERY_STATUSES]), 'all'),
    postbackId: filterText(),
    event: filterText(),
    company: filterText(),
    startDate: z.optional(calendarDay()),
    endDate: z.optional(calendarDay()),
  }),
  answer: z.object({
    success,
    deliveries: z.array(delivery),
    /** Those that match, counted up to `MAX_DELIVERY_ROWS`. */
    total: z.int(),
  }),
});

export const getDelivery = defineRoute({
  method: 'GET',
  path: '/api/postback-deliveries/:id',
  auth: 'admin',
  tag,
  summary: 'One delivery with every try, newest first',
  params: z.object({ id: id() }),
  answer: z.object({
    success,
    delivery,
    attempts: z.array(deliveryAttempt),
    /** The POST body by the postback's current template. Null without a template. */
    body: z.nullable(z.string()),
  }),
});

const resentAnswer = z.object({
  success,
  message: z.string(),
  /** How many will be sent now (at once, or when their postback is active again). */
  resent: z.int(),
  /** How many were left as they are: on their way, waiting already, or of a deleted postback. */
  skipped: z.int(),
});

/** A delivered one is sent again too, under the same delivery id. One that is on its way is left alone. */
export const resendDelivery = defineRoute({
  method: 'POST',
  path: '/api/postback-deliveries/:id/resend',
  auth: 'admin',
  tag,
  summary: 'Sends one delivery again, with all its tries',
  params: z.object({ id: id() }),
  answer: resentAnswer,
  limit: { max: 120, windowS: 60 },
});

/** Pressed twice it sends once: only what is over is sent again. */
export const resendDeliveries = defineRoute({
  method: 'POST',
  path: '/api/postback-deliveries/resend',
  auth: 'admin',
  tag,
  summary: `Sends up to ${LIMITS.resendSelected} deliveries again`,
  body: z.object({
    ids: z
      .array(id())
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
  auth: 'admin',
  tag,
  summary: `Sends the failed deliveries of an offer again, oldest first, ${LIMITS.resendFailed} a call`,
  params: z.object({ id: id() }),
  body: z.object({
    postbackId: filterText(),
    event: filterText(),
    company: filterText(),
    /** Days of Asia/Kolkata on which they were created. */
    startDate: z.optional(calendarDay()),
    endDate: z.optional(calendarDay()),
  }),
  answer: z.object({
    success,
    message: z.string(),
    resent: z.int(),
    /** Failed ones that are left for the next call. */
    remaining: z.int(),
  }),
  limit: { max: 30, windowS: 60 },
});
