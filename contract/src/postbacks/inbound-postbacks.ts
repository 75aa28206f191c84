import * as z from 'zod/mini';
import { calendarDay } from '../http/index.ts';
import { POSTBACK_VERDICTS, type PostbackVerdict } from './verdicts.ts';

/** Rows of one page of the log when the caller names no `limit`, and the most it may name. */
export const POSTBACK_LOG_PAGE = { limit: 50, maxLimit: 200 } as const;

const VERDICTS = Object.keys(POSTBACK_VERDICTS) as [PostbackVerdict, ...PostbackVerdict[]];
export const postbackVerdict = z.enum(VERDICTS);

/** Filters of the log. Days are of Asia/Kolkata, both inclusive. */
export const postbackLogFilter = {
  offerId: z.optional(z.string().check(z.maxLength(64))),
  verdict: z.optional(postbackVerdict),
  /** As the sender wrote it, without regard to case. */
  event: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  clickId: z.optional(z.string().check(z.trim(), z.maxLength(64))),
  startDate: z.optional(calendarDay()),
  endDate: z.optional(calendarDay()),
};

const entry = {
  _id: z.string(),
  receivedAt: z.iso.datetime(),
  method: z.string(),
  /** Path and query as sent, cut at 4,000 characters, the token masked but for its first four. */
  url: z.string(),
  /** The sender's address. */
  ip: z.nullable(z.string()),
  offerId: z.nullable(z.string()),
  offerTitle: z.nullable(z.string()),
  event: z.nullable(z.string()),
  /** For a refused postback, the click that it names. */
  clickId: z.nullable(z.string()),
  /** The reason code; POSTBACK_VERDICTS says what the sender read. */
  verdict: postbackVerdict,
  httpStatus: z.int(),
  detail: z.nullable(z.string()),
  conversionId: z.nullable(z.string()),
  /** Whether a replay may look at it again: its token and sender were in order, it was kept in full, and it paid nothing. */
  replayable: z.boolean(),
};

export const inboundPostback = z.object(entry);
/** One line of the log of inbound postbacks. */
export type LoggedPostback = z.infer<typeof inboundPostback>;

export const inboundPostbackDetails = z.object({
  ...entry,
  /** The body's fields as JSON, the token masked; null where there was none. */
  body: z.nullable(z.string()),
  /** The headers that are kept, by their names in small letters. */
  headers: z.record(z.string(), z.string()),
  /** Replays of this one, the newest first. */
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
