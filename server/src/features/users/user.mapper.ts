import { USER_DEFAULTS, type CompletedOffer, type User, type WalletEntryView } from '@muneem/contract/users';
import type { Entry } from './user-account.repository.ts';
import type { Completion, ListedUser } from './users.repository.ts';

export function toUser(row: ListedUser): User {
  return {
    uid: row.uid,
    name: row.name ?? USER_DEFAULTS.name,
    email: row.email ?? USER_DEFAULTS.email,
    phone: row.phone ?? USER_DEFAULTS.phone,
    gender: row.gender ?? USER_DEFAULTS.gender,
    coins: row.coins,
    createdAt: row.createdAt.toISOString(),
    completedOffers: row.completions.map(toCompletedOffer),
    completedCount: row.completedCount,
    referralCode: row.referralCode,
    usedReferralCode: row.usedReferralCode,
  };
}

export const toCompletedOffer = ({ id, title, completedAt }: Completion): CompletedOffer => ({
  id,
  title,
  completedAt: new Date(completedAt).toISOString(),
});

export function toWalletEntry(entry: Entry): WalletEntryView {
  return {
    sequence: entry.sequence,
    journalId: entry.journalId,
    kind: entry.kind,
    amount: entry.amount,
    balanceAfter: entry.balanceAfter,
    reason: entry.reason,
    by: entry.actorName,
    at: new Date(entry.createdAt).toISOString(),
  };
}
