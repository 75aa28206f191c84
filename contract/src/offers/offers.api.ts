import * as z from '#schema';
import { byId, routesOf, messageAnswer, pageOrAllQuery, recordId, success, trimmed } from '../http/index.ts';
import { offerInput } from './offer-input.ts';
import { offer, offerSummary } from './offer.ts';
import { OFFER_LIMITS, OFFER_TYPES } from './offer-rules.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('offers');

const OFFER_SORTS = ['createdAt', 'title', 'coins', 'popularity', 'updatedAt'] as const;

const offerListQuery = z.object({
  ...pageOrAllQuery(OFFER_SORTS),
  status: z._default(z.enum(['all', 'active', 'inactive']), 'all'),
  type: z.optional(z.enum(OFFER_TYPES)),
  /** The id of a network, or `none` for offers without one. */
  network: z.optional(recordId()),
});

/**
 * Without `page` and `limit` the answer is the documented array of all matches, with the total in the header
 * `X-Total-Count`. With either of them it is an object with the total.
 */
const offerListAnswer = z.union([
  z.array(offerSummary),
  success({
    offers: z.array(offerSummary),
    /** Offers that match. */
    total: z.number(),
    /** All offers of the list, regardless of the filters. */
    totalOffers: z.number(),
    page: z.number(),
    limit: z.number(),
  }),
]);

const offerSaved = success({ message: z.string(), offer });

export const listPrimeOffers = defineRoute({
  method: 'GET',
  path: '/api/offers/prime',
  right: rights.seeOffers,
  summary: 'Prime offers',
  query: offerListQuery,
  answer: offerListAnswer,
});

export const listRegularOffers = defineRoute({
  method: 'GET',
  path: '/api/offers/regular',
  right: rights.seeOffers,
  summary: 'Regular offers',
  query: offerListQuery,
  answer: offerListAnswer,
});

export const getOffer = defineRoute({
  method: 'GET',
  path: '/api/offers/:id',
  right: rights.seeOffers,
  summary: 'One offer, with the newest 100 users who completed it',
  params: byId,
  answer: offer,
});

export const getRewardRules = defineRoute({
  method: 'GET',
  path: '/api/reward-rules',
  right: rights.seeOffers,
  summary: 'The rules of a reward: coins per rupee, and the share of the referrer',
  answer: success({
    coinsPerRupee: z.int().check(z.positive()),
    /** From 0 to 1: the referrer's reward as a share of the user's reward. */
    referralShare: z.number(),
  }),
});

export const createOffer = defineRoute({
  method: 'POST',
  path: '/api/offers',
  right: rights.changeOffers,
  summary: 'Create an offer; an Idempotency-Key header makes a retry safe',
  body: offerInput,
  answer: offerSaved,
  bodyLimitBytes: OFFER_LIMITS.bodyBytes,
});

export const updateOffer = defineRoute({
  method: 'PUT',
  path: '/api/offers/:id',
  right: rights.changeOffers,
  summary: 'Change an offer; with `version` only if that is still the current version',
  params: byId,
  body: offerInput,
  answer: offerSaved,
  bodyLimitBytes: OFFER_LIMITS.bodyBytes,
});

export const deleteOffer = defineRoute({
  method: 'DELETE',
  path: '/api/offers/:id',
  right: rights.changeOffers,
  summary: 'Delete an offer; its clicks, conversions and completions stay readable in reports',
  params: byId,
  answer: messageAnswer,
});

/** Switches one or many offers on or off. Offers that are already in that state stay unchanged. */
export const setOffersActive = defineRoute({
  method: 'POST',
  path: '/api/offers/status',
  right: rights.changeOffers,
  summary: 'Activate or deactivate offers, with the outcome of each',
  body: z.object({
    ids: z
      .array(recordId())
      .check(
        z.minLength(1, 'Choose at least one offer'),
        z.maxLength(OFFER_LIMITS.bulk, `Choose at most ${OFFER_LIMITS.bulk} offers`),
      ),
    isActive: z.boolean(),
  }),
  answer: success({
    message: z.string(),
    /** How many offers changed. */
    changed: z.number(),
    /** In the order of the request, without repeats. */
    results: z.array(
      z.object({ _id: z.string(), title: z.string(), outcome: z.enum(['changed', 'unchanged', 'not_found']) }),
    ),
  }),
});

const clickParamsAnswer = success({
  customClickIdParams: z.array(z.string()),
  message: z.optional(z.string()),
});

export const listCustomClickParams = defineRoute({
  method: 'GET',
  path: '/api/offers/:id/custom-click-params',
  right: rights.seeOffers,
  summary: "The offer's own parameter names for the click id",
  params: byId,
  answer: clickParamsAnswer,
});

export const addCustomClickParam = defineRoute({
  method: 'POST',
  path: '/api/offers/:id/custom-click-params',
  right: rights.changeOffers,
  summary: 'Add one parameter name for the click id',
  params: byId,
  body: z.object({ parameterName: z._default(trimmed(z.maxLength(500)), '') }),
  answer: clickParamsAnswer,
});

export const removeCustomClickParam = defineRoute({
  method: 'DELETE',
  path: '/api/offers/:id/custom-click-params/:name',
  right: rights.changeOffers,
  summary: 'Remove one parameter name for the click id',
  params: z.object({ id: recordId(), name: z.string() }),
  answer: clickParamsAnswer,
});

/** The bytes of an uploaded image. The content of a URL never changes. */
export const getOfferImage = defineRoute({
  method: 'GET',
  path: '/images/:id',
  auth: 'public',
  summary: 'An uploaded image',
  params: z.object({ id: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  answer: z.unknown(),
  limit: { max: 6_000, windowS: 60 },
});
