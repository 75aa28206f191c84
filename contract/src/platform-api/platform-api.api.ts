import * as z from '#schema';
import { defineRoute, success } from '../http/index.ts';
import { offerClaimReceipt } from '../offer-claims/index.ts';
import { newUser, userUid } from '../users/index.ts';
import { withdrawalRequest } from '../withdrawals/index.ts';
import {
  newClick,
  newOfferClaim,
  platformOffer,
  platformUser,
  platformUserDetails,
  platformWithdrawal,
} from './platform-api.ts';

const tag = 'platform-api';
/** All users of the consumer app share one key. */
const limit = { max: 30_000, windowS: 60 };

export const createPlatformUser = defineRoute({
  method: 'POST',
  path: '/api/platform/users',
  auth: 'platform',
  tag,
  limit,
  idempotent: true,
  summary: 'Creates a user with an empty wallet',
  body: newUser,
  answer: success({ user: platformUser }),
});

export const getPlatformUser = defineRoute({
  method: 'GET',
  path: '/api/platform/users/:uid',
  auth: 'platform',
  tag,
  limit,
  summary: "A user's coins and newest wallet entries",
  params: z.object({ uid: userUid() }),
  answer: success({ user: platformUserDetails }),
});

export const createPlatformClick = defineRoute({
  method: 'POST',
  path: '/api/platform/clicks',
  auth: 'platform',
  tag,
  limit,
  idempotent: true,
  summary: 'Creates a click; the user follows `redirectUrl`',
  body: newClick,
  answer: success({ clickId: z.string(), redirectUrl: z.string() }),
});

export const createPlatformWithdrawal = defineRoute({
  method: 'POST',
  path: '/api/platform/withdrawals',
  auth: 'platform',
  tag,
  limit,
  idempotent: true,
  summary: 'Requests a withdrawal; the coins are held at once',
  body: withdrawalRequest,
  answer: success({ withdrawal: platformWithdrawal }),
});

export const createPlatformOfferClaim = defineRoute({
  method: 'POST',
  path: '/api/platform/offer-claims',
  auth: 'platform',
  tag,
  limit,
  idempotent: true,
  summary: 'Claims that a user completed an offer; an administrator verifies it',
  body: newOfferClaim,
  answer: success({ claim: offerClaimReceipt }),
});

export const listPlatformOffers = defineRoute({
  method: 'GET',
  path: '/api/platform/offers',
  auth: 'platform',
  tag,
  limit,
  summary: 'The active offers, newest first',
  answer: success({ offers: z.array(platformOffer), total: z.int() }),
});
