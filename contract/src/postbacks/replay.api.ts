import * as z from 'zod/mini';
import { defineRoute } from '../http/index.ts';
import { postbackLogFilter, postbackVerdict } from './inbound-postbacks.ts';

const success = z.literal(true);
const tag = 'postbacks';

/** The most postbacks of one preview, and so of one replay. */
export const REPLAY_AT_MOST = 200;

const logId = z.string().check(z.maxLength(64));

/** The result of replaying one stored postback. */
const replayItem = z.object({
  _id: z.string(),
  receivedAt: z.iso.datetime(),
  event: z.nullable(z.string()),
  clickId: z.nullable(z.string()),
  verdictBefore: postbackVerdict,
  verdict: postbackVerdict,
  /** Credited to the user, and to the referrer. */
  coins: z.int(),
  referralCoins: z.int(),
  /** Rupees: user and referrer together. */
  payout: z.number(),
});
export type ReplayItem = z.infer<typeof replayItem>;

const totals = z.object({
  /** Conversions that are approved by it. */
  approved: z.int(),
  coins: z.int(),
  payout: z.number(),
});

export const previewReplay = defineRoute({
  method: 'POST',
  path: '/api/inbound-postbacks/replay-preview',
  auth: 'admin',
  tag,
  summary: 'What a replay of stored postbacks would do, without effect: verdicts, coins and rupees',
  body: z.object({
    /** These, or else those that the filter finds, the oldest first. */
    ids: z.optional(z.array(logId).check(z.minLength(1), z.maxLength(REPLAY_AT_MOST))),
    filter: z.optional(z.object(postbackLogFilter)),
  }),
  answer: z.object({
    success,
    items: z.array(replayItem),
    /** Asked for, but not to be replayed, and why. */
    skipped: z.array(z.object({ _id: z.string(), reason: z.string() })),
    totals,
    /** The filter finds more than REPLAY_AT_MOST: replay these, then look again. */
    more: z.boolean(),
    /** Stands for exactly these postbacks with exactly this outcome. */
    digest: z.string(),
  }),
});

export const replayPostbacks = defineRoute({
  method: 'POST',
  path: '/api/inbound-postbacks/replay',
  auth: 'admin',
  tag,
  summary: 'Does exactly what the preview showed, once; refused when anything would turn out differently by now',
  body: z.object({
    /** The items of the preview, in its order. */
    ids: z.array(logId).check(z.minLength(1), z.maxLength(REPLAY_AT_MOST)),
    digest: z.string().check(z.length(32)),
  }),
  answer: z.object({
    success,
    batchId: z.string(),
    /** It was done before; nothing was changed now. */
    repeated: z.boolean(),
    replayed: z.int(),
    totals,
  }),
});
