import * as z from 'zod/mini';

/** `exhausted`: every try failed. Both `delivered` and `exhausted` are ends. */
export const DELIVERY_STATUSES = ['waiting', 'sending', 'delivered', 'exhausted'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/**
 * Why a try failed. `http_error`: a status other than 2xx and 3xx. `gone`: 410, which also pauses the postback.
 * `secret_unreadable`: nothing was sent, the stored secret belongs to another APP_SECRET.
 */
export const ATTEMPT_ERRORS = [
  'http_error',
  'gone',
  'redirect',
  'timeout',
  'connection',
  'address_refused',
  'bad_url',
  'secret_unreadable',
] as const;
export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

/** One call that is owed to a tracking company for one conversion. */
export const delivery = z.object({
  /** Sent as `X-Muneem-Delivery`, the same in all attempts. */
  _id: z.string(),
  postbackId: z.string(),
  companyName: z.string(),
  eventName: z.string(),
  conversionId: z.string(),
  clickId: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  /** It waits because its postback is not active. */
  held: z.boolean(),
  /** Tries that were made, all together. */
  attempts: z.int(),
  /** Tries left before it is given up. */
  attemptsLeft: z.int(),
  /** When the next try is due; null when it is over or held. */
  nextAttemptAt: z.nullable(z.iso.datetime()),
  lastStatusCode: z.nullable(z.int()),
  lastError: z.nullable(z.enum(ATTEMPT_ERRORS)),
  lastResponseTime: z.nullable(z.int()),
  createdAt: z.iso.datetime(),
  finishedAt: z.nullable(z.iso.datetime()),
});
export type Delivery = z.infer<typeof delivery>;

/** One try. */
export const deliveryAttempt = z.object({
  /** From 1, over all rounds. */
  number: z.int(),
  startedAt: z.iso.datetime(),
  method: z.string(),
  /** As it was called, macros filled in. */
  url: z.string(),
  success: z.boolean(),
  statusCode: z.nullable(z.int()),
  /** Milliseconds. */
  responseTime: z.int(),
  error: z.nullable(z.enum(ATTEMPT_ERRORS)),
  /** A sentence of the network or the guard; null where the status says it. */
  errorDetail: z.nullable(z.string()),
  /** The first 2 KB of the answer. */
  response: z.string(),
});
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>;
