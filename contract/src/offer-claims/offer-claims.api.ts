import * as z from '#schema';
import { routesOf, success, byId, optionalText, pageOrAllQuery } from '../http/index.ts';
import { CLAIM_REASON_MAX_LENGTH, CLAIM_STATUSES, pendingOffer } from './offer-claims.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('offer-claims');
const SORTS = ['date', 'coins'] as const;

/**
 * Without `page` and `limit` the answer is the documented array: the newest 100 matches, with the total in the header
 * `X-Total-Count`. With either of them it is an object with totals.
 */
export const listPendingOffers = defineRoute({
  method: 'GET',
  path: '/api/offers/pending',
  right: rights.seeOfferClaims,
  summary: 'Offers that users claim to have completed (days of Asia/Kolkata, weeks from Monday)',
  query: z.object({
    ...pageOrAllQuery(SORTS),
    period: z._default(z.enum(['all', 'today', 'week']), 'all'),
  }),
  answer: z.union([
    z.array(pendingOffer),
    success({
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
  right: rights.seeOfferClaims,
  summary: 'Returns one claim, for a client that lost the answer to a decision',
  params: byId,
  answer: success({
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
  right: rights.decideOfferClaims,
  summary: "Approves or rejects a user's claim to have completed an offer",
  /** The claim's id, or the offer's id together with `userId`. */
  params: byId,
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
  answer: success({
    message: z.string(),
    /** Credited coins: the claim's coins minus those that clicks of the offer earned. */
    coins: z.int(),
  }),
});
