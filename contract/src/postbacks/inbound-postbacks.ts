import * as z from '#schema';
import { days, trimmed } from '../http/index.ts';
import { POSTBACK_VERDICTS, type PostbackVerdict } from './verdicts.ts';

/** Default and maximum rows of a page of the log. */
export const POSTBACK_LOG_PAGE = { limit: 50, maxLimit: 200 } as const;

const VERDICTS = Object.keys(POSTBACK_VERDICTS) as [PostbackVerdict, ...PostbackVerdict[]];
export const postbackVerdict = z.enum(VERDICTS);

/** Filters of the log. Days are in Asia/Kolkata, both inclusive. */
export const postbackLogFilter = {
  offerId: z.optional(z.string().check(z.maxLength(64))),
  verdict: z.optional(postbackVerdict),
  /** The event name as sent, in any case. */
  event: z.optional(trimmed(z.maxLength(100))),
  clickId: z.optional(trimmed(z.maxLength(64))),
  ...days,
};

const entry = {
  _id: z.string(),
  receivedAt: z.iso.datetime(),
  method: z.string(),
  /** Path and query as sent, cut at 4,000 characters. Only the token's first four characters are shown. */
  url: z.string(),
  /** The sender's IP address. */
  ip: z.nullable(z.string()),
  offerId: z.nullable(z.string()),
  offerTitle: z.nullable(z.string()),
  event: z.nullable(z.string()),
  /** The click of the postback. For a refused postback, the click id in its URL. */
  clickId: z.nullable(z.string()),
  /** The reason code. POSTBACK_VERDICTS has the message to the sender. */
  verdict: postbackVerdict,
  httpStatus: z.int(),
  detail: z.nullable(z.string()),
  conversionId: z.nullable(z.string()),
  /** Whether a replay is possible: token and sender were valid, it was stored in full, and it paid nothing. */
  replayable: z.boolean(),
};

export const inboundPostback = z.object(entry);
/** One line of the log of inbound postbacks. */
export type LoggedPostback = z.infer<typeof inboundPostback>;

export const inboundPostbackDetails = z.object({
  ...entry,
  /** The body's fields as JSON, the token masked. Null without a body. */
  body: z.nullable(z.string()),
  /** The stored headers, with names in lower case. */
  headers: z.record(z.string(), z.string()),
  /** Replays of this postback, newest first. */
  replays: z.array(
    z.object({
      replayedAt: z.iso.datetime(),
      by: z.string(),
      verdict: postbackVerdict,
      conversionId: z.nullable(z.string()),
    }),
  ),
});
/** One inbound postback in full. */
export type LoggedPostbackDetails = z.infer<typeof inboundPostbackDetails>;
