import * as z from 'zod/mini';
import { exportId } from '../exports/index.ts';
import { defineRoute, listQuery } from '../http/index.ts';
import { completedOffer, user, userDetails, userUid, walletEntry } from './users.ts';

/** Columns that the list can be sorted by; the newest users come first by default. */
export const USER_SORTS = ['createdAt', 'name', 'email', 'coins'] as const;

const uidParams = z.object({ uid: userUid() });

export const listUsers = defineRoute({
  method: 'GET',
  path: '/api/users',
  auth: 'admin',
  tag: 'users',
  summary: 'Users with their coins, by name, e-mail, phone or ID',
  /** `uid`: the one user with exactly this id, whatever is searched for. */
  query: z.object({ ...listQuery(USER_SORTS), uid: z.optional(userUid()) }),
  answer: z.object({
    success: z.literal(true),
    users: z.array(user),
    /** Users that match the search; counted up to 10,000. */
    total: z.int(),
    /** All users, whatever is searched for. */
    totalUsers: z.int(),
  }),
});

export const getUser = defineRoute({
  method: 'GET',
  path: '/api/users/:uid',
  auth: 'admin',
  tag: 'users',
  summary: 'One user with the newest completed offers and wallet entries',
  params: uidParams,
  answer: z.object({ success: z.literal(true), user: userDetails }),
});

/** Older wallet entries than the given one. */
export const listWalletEntries = defineRoute({
  method: 'GET',
  path: '/api/users/:uid/wallet-entries',
  auth: 'admin',
  tag: 'users',
  summary: 'Older entries of a wallet, newest first: those before the sequence `before`',
  params: uidParams,
  query: z.object({ before: z.coerce.number().check(z.int(), z.gte(1)) }),
  answer: z.object({ success: z.literal(true), walletEntries: z.array(walletEntry) }),
});

/** The same of the completed offers: those behind one that is known, by its id and its time. */
export const listCompletedOffers = defineRoute({
  method: 'GET',
  path: '/api/users/:uid/completed-offers',
  auth: 'admin',
  tag: 'users',
  summary:
    'Older completed offers of a user, newest first: those behind the offer `before`, which was completed at `at`',
  params: uidParams,
  query: z.object({ before: z.string().check(z.minLength(1), z.maxLength(64)), at: z.iso.datetime() }),
  answer: z.object({ success: z.literal(true), completedOffers: z.array(completedOffer) }),
});

export const deleteUser = defineRoute({
  method: 'DELETE',
  path: '/api/users/:uid',
  auth: 'admin',
  tag: 'users',
  summary: 'Deletes a user; the coins are forfeited, the history of the money stays',
  params: uidParams,
  answer: z.object({ success: z.literal(true), message: z.string() }),
});

const exportUsersQuery = z.object({ search: listQuery(USER_SORTS).search, exportId: exportId() });

/** Every user of the search as CSV, streamed; newest first. */
export const exportUsers = defineRoute({
  method: 'GET',
  path: '/api/exports/users.csv',
  auth: 'admin',
  tag: 'users',
  summary: 'All users that match, as CSV',
  query: exportUsersQuery,
  answer: z.unknown(),
  limit: { max: 10, windowS: 60 },
});

/** The same as a workbook. */
export const exportUsersWorkbook = defineRoute({
  method: 'GET',
  path: '/api/exports/users.xlsx',
  auth: 'admin',
  tag: 'users',
  summary: 'All users that match, as .xlsx',
  query: exportUsersQuery,
  answer: z.unknown(),
  limit: { max: 10, windowS: 60 },
});
