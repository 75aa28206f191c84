import * as z from '#schema';
import { routesOf, success } from '../http/index.ts';
import { postbackLogFilter, postbackVerdict } from './inbound-postbacks.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('postbacks');

/** Maximum postbacks of one preview or replay. */
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
  /** Conversions that the replay approves. */
  approved: z.int(),
  coins: z.int(),
  payout: z.number(),
});

export const previewReplay = defineRoute({
  method: 'POST',
  path: '/api/inbound-postbacks/replay-preview',
  right: rights.replayPostbacks,
  summary: 'Dry run of a replay of stored postbacks: verdicts, coins and rupees',
  body: z.object({
    /** The postbacks to replay. Without ids, those that match the filter, oldest first. */
    ids: z.optional(z.array(logId).check(z.minLength(1), z.maxLength(REPLAY_AT_MOST))),
    filter: z.optional(z.object(postbackLogFilter)),
  }),
  answer: success({
    items: z.array(replayItem),
    /** Requested postbacks that cannot be replayed, with the reason. */
    skipped: z.array(z.object({ _id: z.string(), reason: z.string() })),
    totals,
    /** The filter matches more than REPLAY_AT_MOST. Replay these, then preview the next. */
    more: z.boolean(),
    /** Identifies exactly these postbacks with exactly this outcome. */
    digest: z.string(),
  }),
});

export const replayPostbacks = defineRoute({
  method: 'POST',
  path: '/api/inbound-postbacks/replay',
  right: rights.replayPostbacks,
  summary: 'Replays the previewed postbacks once; refused if any result would differ from the preview',
  body: z.object({
    /** The ids of the preview, in its order. */
    ids: z.array(logId).check(z.minLength(1), z.maxLength(REPLAY_AT_MOST)),
    digest: z.string().check(z.length(32)),
  }),
  answer: success({
    batchId: z.string(),
    /** True if this replay was already done: nothing was changed now. */
    repeated: z.boolean(),
    replayed: z.int(),
    totals,
  }),
});
