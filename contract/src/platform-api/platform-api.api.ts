import * as z from '#schema';
import { byId, routesOf, success } from '../http/index.ts';
import { offerClaimReceipt } from '../offer-claims/index.ts';
import { newUser, userChange, userUid } from '../users/index.ts';
import { withdrawalRequest } from '../withdrawals/index.ts';
import {
  newClick,
  newOfferClaim,
  olderThan,
  platformOffer,
  platformProblem,
  platformUser,
  platformUserDetails,
  platformWithdrawal,
  platformWithdrawalDetails,
} from './platform-api.ts';

const defineRoute = routesOf('platform-api');
const ofUser = z.object({ uid: userUid() });
/** All users of the consumer app share one key. */
const fromApp = { auth: 'platform', limit: { max: 30_000, windowS: 60 } } as const;

export const createPlatformUser = defineRoute({
  ...fromApp,
  method: 'POST',
  path: '/api/platform/users',
  idempotent: true,
  errors: ['conflict'],
  summary: 'Creates a user with an empty wallet',
  body: newUser,
  answer: success({ user: platformUser }),
});

export const getPlatformUser = defineRoute({
  ...fromApp,
  method: 'GET',
  path: '/api/platform/users/:uid',
  errors: ['user_not_found'],
  summary: "A user's coins and newest wallet entries",
  params: ofUser,
  answer: success({ user: platformUserDetails }),
});

export const changePlatformUser = defineRoute({
  ...fromApp,
  method: 'PATCH',
  path: '/api/platform/users/:uid',
  idempotent: true,
  errors: ['user_not_found'],
  summary: "Changes a user's name, email address or phone number; an empty text deletes it",
  params: ofUser,
  body: userChange,
  answer: success({ user: platformUser }),
});

export const createPlatformClick = defineRoute({
  ...fromApp,
  method: 'POST',
  path: '/api/platform/clicks',
  idempotent: true,
  errors: ['user_not_found', 'offer_not_found'],
  summary: 'Creates a click; the user follows `redirectUrl`',
  body: newClick,
  answer: success({ clickId: z.string(), redirectUrl: z.string() }),
});

export const createPlatformWithdrawal = defineRoute({
  ...fromApp,
  method: 'POST',
  path: '/api/platform/withdrawals',
  idempotent: true,
  errors: ['user_not_found', 'insufficient_coins'],
  summary: 'Requests a withdrawal; the coins are held at once',
  body: withdrawalRequest,
  answer: success({
    withdrawal: platformWithdrawal,
    /** Coins that the user can still withdraw. */
    availableCoins: z.int(),
  }),
});

export const getPlatformWithdrawal = defineRoute({
  ...fromApp,
  method: 'GET',
  path: '/api/platform/withdrawals/:id',
  errors: ['not_found'],
  summary: 'One withdrawal: its status, a sentence for the user, the UTR and the expected time',
  params: byId,
  answer: success({ withdrawal: platformWithdrawalDetails }),
});

export const listPlatformWithdrawals = defineRoute({
  ...fromApp,
  method: 'GET',
  path: '/api/platform/users/:uid/withdrawals',
  errors: ['user_not_found', 'not_found'],
  summary: "A user's withdrawals, newest first",
  params: ofUser,
  query: z.object(olderThan),
  answer: success({ withdrawals: z.array(platformWithdrawalDetails), hasMore: z.boolean() }),
});

export const listPlatformProblems = defineRoute({
  ...fromApp,
  method: 'GET',
  path: '/api/platform/users/:uid/problems',
  errors: ['user_not_found', 'not_found'],
  summary: "A user's problems with their answers, newest first",
  params: ofUser,
  query: z.object(olderThan),
  answer: success({ problems: z.array(platformProblem), hasMore: z.boolean() }),
});

export const createPlatformOfferClaim = defineRoute({
  ...fromApp,
  method: 'POST',
  path: '/api/platform/offer-claims',
  idempotent: true,
  errors: ['user_not_found', 'offer_not_found', 'conflict'],
  summary: 'Claims that a user completed an offer; an administrator verifies it',
  body: newOfferClaim,
  answer: success({ claim: offerClaimReceipt }),
});

export const listPlatformOffers = defineRoute({
  ...fromApp,
  method: 'GET',
  path: '/api/platform/offers',
  summary: 'The active offers, newest first',
  answer: success({ offers: z.array(platformOffer), total: z.int() }),
});
