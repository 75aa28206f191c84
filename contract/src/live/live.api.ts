import * as z from '#schema';
import type { Role } from '../rights/index.ts';
import { routesOf } from '../http/index.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('live');

/** Lists that the live stream reports as changed. */
export type LiveTopic =
  | 'withdrawals'
  | 'offer-claims'
  | 'problems'
  | 'conversions'
  | 'users'
  | 'offers'
  | 'settings'
  | 'smart-poll'
  | 'deliveries'
  | 'proposals';

/** Counts of waiting work, shown in the navigation bar. 0 for a list that the listener may not see. */
export interface Waiting {
  withdrawals: number;
  offerClaims: number;
  problems: number;
  /** Open proposals. Null while no limit is set and none is open: the screens then do not mention a second person. */
  proposals: number | null;
}

/** The ledger check found a breach. No payout is sent until a check finds none. */
export interface PayoutsStopped {
  since: string;
  /** The first finding and the number of findings. */
  finding: string;
  findings: number;
}

/**
 * The `data` of each message: what changed since the previous message, how much work waits, whether payouts are
 * stopped, and the product's name. The first message has no topics.
 */
export interface LiveMessage {
  topics: LiveTopic[];
  waiting: Waiting;
  payoutsStopped: PayoutsStopped | null;
  /** The restored second of a copy that an operator has not confirmed. It pays, mails and delivers nothing. */
  restoredTo: string | null;
  /** The listener's role. It differs from the session's once an owner has changed it. */
  role: Role;
  /** Empty: the default name. A server of an earlier version does not send it. */
  systemName?: string | undefined;
}

/** Interval in milliseconds at which the server reads changes, and at which it sends a keep-alive. */
export const LIVE_EVERY_MS = 2_000;
export const LIVE_BEAT_MS = 20_000;

export const getLive = defineRoute({
  method: 'GET',
  path: '/api/live',
  right: rights.useAccount,
  unattended: true,
  summary: 'Server-sent events: which lists changed, and how much work waits',
  answer: z.unknown(),
});
