import * as z from '#schema';
import { defineRoute } from '../http/index.ts';
import { listUsers } from './users.api.ts';
import { USER_DEFAULTS, type User } from './users.ts';

const textOr = (fallback: string) =>
  z.pipe(
    z.nullish(z.string()),
    z.transform((value) => value || fallback),
  );
const orZero = z.pipe(
  z.nullish(z.int()),
  z.transform((value) => value ?? 0),
);
const orNull = z.pipe(
  z.nullish(z.string()),
  z.transform((value) => value ?? null),
);

/** An id alone, or an object with the id and the time. */
const completion = z.union([
  z.pipe(
    z.string(),
    z.transform((id) => ({ id, title: '', completedAt: '' })),
  ),
  z.object({ id: z.string(), title: textOr(''), completedAt: textOr('') }),
]);

const readUser = z.pipe(
  z.object({
    uid: textOr(''),
    name: textOr(USER_DEFAULTS.name),
    email: textOr(USER_DEFAULTS.email),
    phone: textOr(USER_DEFAULTS.phone),
    gender: textOr(USER_DEFAULTS.gender),
    coins: orZero,
    createdAt: textOr(''),
    completedOffers: z.pipe(
      z.nullish(z.array(completion)),
      z.transform((value) => value ?? []),
    ),
    completedCount: z.nullish(z.int()),
    referralCode: orNull,
    usedReferralCode: orNull,
  }),
  z.transform((user): User => ({ ...user, completedCount: user.completedCount ?? user.completedOffers.length })),
);

/** Without totals the list is complete: both totals are its length. */
const readList = z.pipe(
  z.object({
    success: z.literal(true),
    users: z.array(readUser),
    total: z.optional(z.int()),
    totalUsers: z.optional(z.int()),
  }),
  z.transform(({ users, total = users.length, totalUsers = total }) => ({ users, total, totalUsers })),
);
const readArray = z.pipe(
  z.array(readUser),
  z.transform((users) => ({ users, total: users.length, totalUsers: users.length })),
);

/**
 * `listUsers` as a screen reads it. Document 000 §3 and §7 allow more than our server sends: a bare array, a list
 * without totals, users with missing fields (they get defaults), and completed offers as ids.
 */
export const readUsers = defineRoute({ ...listUsers, answer: z.union([readList, readArray]) });
