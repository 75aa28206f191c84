import * as z from '#schema';
import { defineRoute, success } from '../http/index.ts';
import { postbackVerdict } from './inbound-postbacks.ts';

/** The checks of an inbound postback, in the order for a URL with offer and event in its path. */
export const POSTBACK_CHECKS = [
  'readable',
  'token',
  'offer',
  'sender',
  'event',
  'known_event',
  'direction',
  'click_id',
  'click',
  'click_offer',
  'duplicate',
  'active',
  'user',
  'address',
  'cap',
  'reward',
] as const;
export type PostbackCheck = (typeof POSTBACK_CHECKS)[number];

/** Labels of the checks. */
export const POSTBACK_CHECK_LABELS: Readonly<Record<PostbackCheck, string>> = {
  readable: 'The request can be read',
  token: 'The security token is valid',
  offer: 'The offer exists',
  sender: 'The sender is allowed for this offer',
  event: 'An event is named',
  known_event: 'The offer knows the event',
  direction: 'The request is either a payment or a reversal',
  click_id: 'There is one click id',
  click: 'The click is known',
  click_offer: 'The click belongs to the offer',
  duplicate: 'This event of this click is new',
  active: 'The offer is active',
  user: 'The user was not rewarded before by another click',
  address: 'The click has an IP address that was not rewarded before',
  cap: "The event's daily cap is not reached",
  reward: 'A reward is credited',
};

/** `skipped`: an earlier check failed, or this one does not apply. */
const CHECK_OUTCOMES = ['passed', 'failed', 'skipped'] as const;

/** Maximum characters of the explained URL. */
export const EXPLAIN_MAX_LENGTH = 8_000;

const EXPLAIN_IP_INVALID = 'Enter one IPv4 or IPv6 address, without a port';
const isAddress = (text: string): boolean => [z.ipv4(), z.ipv6()].some((form) => form.safeParse(text).success);

export const explainPostback = defineRoute({
  method: 'POST',
  path: '/api/inbound-postbacks/explain',
  auth: 'admin',
  tag: 'postbacks',
  summary: 'Dry run of a postback by the current rules, check by check',
  body: z.object({
    /** The id of a logged postback. Without it, `url` is explained. */
    postbackId: z.optional(z.string().check(z.maxLength(64))),
    /** With or without scheme and host. */
    url: z.optional(z.string().check(z.trim(), z.maxLength(EXPLAIN_MAX_LENGTH))),
    /** Form or JSON, as the network sends it. */
    body: z.optional(z.string().check(z.maxLength(64_000))),
    /** The sender's IP address. Without it the sender counts as whitelisted. */
    ip: z.optional(z.string().check(z.trim(), z.maxLength(64), z.refine(isAddress, EXPLAIN_IP_INVALID))),
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
