import * as z from '#schema';
import { routesOf, success, trimmed } from '../http/index.ts';
import { POSTBACK_CHECKS } from './checks.ts';
import { postbackVerdict } from './inbound-postbacks.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('postbacks');

/** `skipped`: an earlier check failed, or this one does not apply. */
const CHECK_OUTCOMES = ['passed', 'failed', 'skipped'] as const;

/** Maximum characters of the explained URL. */
export const EXPLAIN_MAX_LENGTH = 8_000;

const EXPLAIN_IP_INVALID = 'Enter one IPv4 or IPv6 address, without a port';
const isAddress = (text: string): boolean => [z.ipv4(), z.ipv6()].some((form) => form.safeParse(text).success);

export const explainPostback = defineRoute({
  method: 'POST',
  path: '/api/inbound-postbacks/explain',
  right: rights.seeEvidence,
  summary: 'Dry run of a postback by the current rules, check by check',
  body: z.object({
    /** The id of a logged postback. Without it, `url` is explained. */
    postbackId: z.optional(z.string().check(z.maxLength(64))),
    /** With or without scheme and host. */
    url: z.optional(trimmed(z.maxLength(EXPLAIN_MAX_LENGTH))),
    /** Form or JSON, as the network sends it. */
    body: z.optional(z.string().check(z.maxLength(64_000))),
    /** The sender's IP address. Without it the sender counts as whitelisted. */
    ip: z.optional(trimmed(z.maxLength(64), z.refine(isAddress, EXPLAIN_IP_INVALID))),
  }),
  answer: success({
    verdict: postbackVerdict,
    httpStatus: z.int(),
    /** The message to the sender. */
    message: z.string(),
    checks: z.array(
      z.object({
        check: z.enum(POSTBACK_CHECKS),
        outcome: z.enum(CHECK_OUTCOMES),
        /** The checked value. */
        detail: z.nullable(z.string()),
      }),
    ),
    offerId: z.nullable(z.string()),
    offerTitle: z.nullable(z.string()),
    event: z.nullable(z.string()),
    clickId: z.nullable(z.string()),
    /** The existing conversion. */
    conversionId: z.nullable(z.string()),
    /** Coins that would be credited. Negative: reversed. */
    coins: z.int(),
    referralCoins: z.int(),
    /** Rupees: user and referrer together. */
    payout: z.number(),
  }),
});
export type PostbackExplanation = z.infer<typeof explainPostback.answer>;
