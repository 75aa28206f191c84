import * as z from 'zod/mini';
import { defineRoute, listQuery, MAX_LIST_LIMIT } from '../http/index.ts';
import { CLAIM_REASON_MAX_LENGTH, CLAIM_STATUSES, pendingOffer } from './offer-claims.ts';

const tag = 'offer-claims';
const SORTS = ['date', 'coins'] as const;
const wholeNumber = (maximum: number) => z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(maximum)));
const optionalText = (max: number) =>
  z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters`))));

/**
 * Without `page` and `limit` the answer is the documented array: the newest 100 matches, with the total in the header
 * `X-Total-Count`. With either of them it is an object with totals.
 */
export const listPendingOffers = defineRoute({
  method: 'GET',
  path: '/api/offers/pending',
  auth: 'admin',
  tag,
  summary: 'Offers that users claim to have completed (days of Asia/Kolkata, weeks from Monday)',
  query: z.object({
    ...listQuery(SORTS),
    page: wholeNumber(10_000_000),
    limit: wholeNumber(MAX_LIST_LIMIT),
    period: z._default(z.enum(['all', 'today', 'week']), 'all'),
  }),
  answer: z.union([
    z.array(pendingOffer),
    z.object({
      success: z.literal(true),
      offers: z.array(pendingOffer),
      /** Claims that match. */
      total: z.int(),
      page: z.int(),
      limit: z.int(),
    }),
  ]),
});

export const getOfferClaim = defineRoute({
  method: 'GET',
  path: '/api/offers/pending/:id',
  auth: 'admin',
  tag,
  summary: 'Returns one claim, for a client that lost the answer to a decision',
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) }),
  answer: z.object({
    success: z.literal(true),
    claim: z.object({
      id: z.string(),
      status: z.enum(CLAIM_STATUSES),
      verifiedBy: z.nullable(z.string()),
      /** The offer's coins at the time of the claim. */
      coins: z.int(),
      /** Coins credited by the approval: `coins` minus those that the user's clicks earned. 0 before the approval. */
      creditedCoins: z.int(),
    }),
  }),
});

export const verifyOfferClaim = defineRoute({
  method: 'POST',
  path: '/api/offers/:id/verify',
  auth: 'admin',
  tag,
  summary: "Approves or rejects a user's claim to have completed an offer",
  /** The claim's id, or the offer's id together with `userId`. */
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) }),
  body: z.object({
    userId: optionalText(128),
    approved: z.boolean(),
    /** Ignored: the session says who decides. */
    verifiedBy: optionalText(200),
    /** Required for a rejection. */
    reason: optionalText(CLAIM_REASON_MAX_LENGTH),
    /** If given, it must equal the claim's coins. */
    coins: z.optional(z.number()),
  }),
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    /** Credited coins: the claim's coins minus those that clicks of the offer earned. */
    coins: z.int(),
  }),
});
