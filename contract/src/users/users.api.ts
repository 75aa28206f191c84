import * as z from '#schema';
import { exportId } from '../exports/index.ts';
import { anchored, anchors, routesOf, listQuery, success, messageAnswer, recordId } from '../http/index.ts';
import { completedOffer, user, userDetails, userUid, walletEntry } from './users.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('users');

/** Sortable columns of the list. Default: newest users first. */
export const USER_SORTS = ['createdAt', 'name', 'email', 'coins'] as const;

const uidParams = z.object({ uid: userUid() });

export const listUsers = defineRoute({
  method: 'GET',
  path: '/api/users',
  right: rights.seeUsers,
  summary: 'Users with their coins, by name, email, phone or ID',
  /** `uid`: returns only the user with exactly this id. */
  query: z.object({ ...listQuery(USER_SORTS), ...anchored, uid: z.optional(userUid()) }),
  answer: success({
    users: z.array(user),
    /** Number of matches, counted up to MAX_COUNTED_USERS. */
    total: z.int(),
    /** All users, without filters. */
    totalUsers: z.int(),
    ...anchors,
  }),
});

export const getUser = defineRoute({
  method: 'GET',
  path: '/api/users/:uid',
  right: rights.seeUsers,
  summary: 'One user with the newest completed offers and wallet entries',
  params: uidParams,
  answer: success({ user: userDetails }),
});

/** Wallet entries older than the given one. */
export const listWalletEntries = defineRoute({
  method: 'GET',
  path: '/api/users/:uid/wallet-entries',
  right: rights.seeUsers,
  summary: 'Older entries of a wallet, before the sequence number `before`, newest first',
  params: uidParams,
  query: z.object({ before: z.coerce.number().check(z.int(), z.gte(1)) }),
  answer: success({ walletEntries: z.array(walletEntry) }),
});

/** Completions older than the given one (its id and time). */
export const listCompletedOffers = defineRoute({
  method: 'GET',
  path: '/api/users/:uid/completed-offers',
  right: rights.seeUsers,
  summary:
    'Older completed offers of a user, newest first: completed before the offer `before`, which was completed at `at`',
  params: uidParams,
  query: z.object({ before: recordId(), at: z.iso.datetime() }),
  answer: success({ completedOffers: z.array(completedOffer) }),
});

export const deleteUser = defineRoute({
  method: 'DELETE',
  path: '/api/users/:uid',
  right: rights.deleteUsers,
  summary: 'Deletes a user; the coins are forfeited, and the ledger keeps its history',
  params: uidParams,
  answer: messageAnswer,
});

const exportRoute = {
  method: 'GET',
  right: rights.exportUsers,
  query: z.object({ search: listQuery(USER_SORTS).search, exportId: exportId() }),
  answer: z.unknown(),
  limit: { max: 10, windowS: 60 },
} as const;

/** Streams all matching users as CSV, newest first. */
export const exportUsers = defineRoute({
  ...exportRoute,
  path: '/api/exports/users.csv',
  summary: 'All users that match, as CSV',
});

/** Streams all matching users as a workbook, newest first. */
export const exportUsersWorkbook = defineRoute({
  ...exportRoute,
  path: '/api/exports/users.xlsx',
  summary: 'All users that match, as .xlsx',
});
