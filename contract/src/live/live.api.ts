import * as z from '#schema';
import { defineRoute } from '../http/index.ts';

/** Lists that the live stream reports as changed. */
const LIVE_TOPICS = [
  'withdrawals',
  'offer-claims',
  'problems',
  'conversions',
  'users',
  'offers',
  'settings',
  'smart-poll',
  'deliveries',
] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];

/** Counts of waiting work, shown in the navigation bar. */
const waiting = z.object({
  withdrawals: z.int(),
  offerClaims: z.int(),
  problems: z.int(),
});
export type Waiting = z.infer<typeof waiting>;

/** The ledger check found a breach. No payout is sent until a check finds none. */
const payoutsStopped = z.object({
  since: z.string(),
  /** The first finding and the number of findings. */
  finding: z.string(),
  findings: z.int(),
});
export type PayoutsStopped = z.infer<typeof payoutsStopped>;

/**
 * The `data` of each message: what changed since the previous message, how much work waits, whether payouts are
 * stopped, and the product's name. The first message has no topics.
 */
export const liveMessage = z.object({
  topics: z.array(z.enum(LIVE_TOPICS)),
  waiting,
  payoutsStopped: z.nullable(payoutsStopped),
  /** The restored second of a copy that an operator has not confirmed. It pays, mails and delivers nothing. */
  restoredTo: z._default(z.nullable(z.string()), null),
  /** Empty: the default name. A server of an earlier version does not send it. */
  systemName: z.optional(z.string()),
});
export type LiveMessage = z.infer<typeof liveMessage>;

/** Interval in milliseconds at which the server reads changes, and at which it sends a keep-alive. */
export const LIVE_EVERY_MS = 2_000;
export const LIVE_BEAT_MS = 20_000;

export const getLive = defineRoute({
  method: 'GET',
  path: '/api/live',
  auth: 'admin',
  unattended: true,
  tag: 'live',
  summary: 'Server-sent events: which lists changed, and how much work waits',
  answer: z.unknown(),
});
