import * as z from '#schema';

/** `exhausted`: every attempt failed. `delivered` and `exhausted` are end states. */
export const DELIVERY_STATUSES = ['waiting', 'sending', 'delivered', 'exhausted'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/**
 * Why an attempt failed. `http_error`: a status other than 2xx and 3xx. `gone`: 410, which also pauses the postback.
 * `secret_unreadable`: nothing was sent, because the stored secret belongs to another APP_SECRET.
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

/** One call to a tracking company for one conversion. */
export const delivery = z.object({
  /** Sent as `X-Muneem-Delivery`, the same in all attempts. */
  _id: z.string(),
  postbackId: z.string(),
  companyName: z.string(),
  eventName: z.string(),
  conversionId: z.string(),
  clickId: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  /** True while it waits because its postback is not active. */
  held: z.boolean(),
  /** Number of attempts in all rounds. */
  attempts: z.int(),
  /** Attempts left until it is exhausted. */
  attemptsLeft: z.int(),
  /** When the next attempt is due. Null if it has ended or is held. */
  nextAttemptAt: z.nullable(z.iso.datetime()),
  lastStatusCode: z.nullable(z.int()),
  lastError: z.nullable(z.enum(ATTEMPT_ERRORS)),
  lastResponseTime: z.nullable(z.int()),
  createdAt: z.iso.datetime(),
  finishedAt: z.nullable(z.iso.datetime()),
});
export type Delivery = z.infer<typeof delivery>;

/** One attempt. */
export const deliveryAttempt = z.object({
  /** From 1, over all rounds. */
  number: z.int(),
  startedAt: z.iso.datetime(),
  method: z.string(),
  /** The called URL, macros filled in. */
  url: z.string(),
  success: z.boolean(),
  statusCode: z.nullable(z.int()),
  /** Milliseconds. */
  responseTime: z.int(),
  error: z.nullable(z.enum(ATTEMPT_ERRORS)),
  /** The error of the network or the guard, in one sentence. Null if the status says it. */
  errorDetail: z.nullable(z.string()),
  /** The first 2 KB of the answer. */
  response: z.string(),
});
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>;
