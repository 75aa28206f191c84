import { USER_DEFAULTS, type CompletedOffer, type User, type WalletEntryView } from '@muneem/contract/users';
import { isoDates } from '#platform/http/index.ts';
import type { AccountEntry } from './user-account.repository.ts';
import type { Completion, ListedUser } from './users.repository.ts';

export function toUser(row: ListedUser): User {
  return {
    ...isoDates(row),
    name: row.name ?? USER_DEFAULTS.name,
    email: row.email ?? USER_DEFAULTS.email,
    phone: row.phone ?? USER_DEFAULTS.phone,
    gender: row.gender ?? USER_DEFAULTS.gender,
    completedOffers: row.completions.map(toCompletedOffer),
  };
}

export const toCompletedOffer = (row: Completion): CompletedOffer => ({
  ...row,
  completedAt: new Date(row.completedAt).toISOString(),
});

export const toWalletEntry = (entry: AccountEntry): WalletEntryView => ({
  ...entry,
  by: entry.actorName,
  at: new Date(entry.createdAt).toISOString(),
});
