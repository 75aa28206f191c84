import { USER_DEFAULTS, type CompletedOffer, type User, type WalletEntryView } from '@muneem/contract/users';
import type { WalletEntry } from '#features/ledger/index.ts';
import type { CompletionRow, ListedUser } from './users.repository.ts';

export function toUser(row: ListedUser, completions: readonly CompletionRow[]): User {
  return {
    uid: row.uid,
    name: row.name ?? USER_DEFAULTS.name,
    email: row.email ?? USER_DEFAULTS.email,
    phone: row.phone ?? USER_DEFAULTS.phone,
    gender: row.gender ?? USER_DEFAULTS.gender,
    coins: row.coins,
    createdAt: row.createdAt.toISOString(),
    completedOffers: completions.map(toCompletedOffer),
    completedCount: row.completedCount,
    referralCode: row.referralCode,
    usedReferralCode: row.usedReferralCode,
  };
}

export const toCompletedOffer = ({ id, title, completedAt }: CompletionRow): CompletedOffer => ({
  id,
  title,
  completedAt: completedAt.toISOString(),
});

export function toWalletEntry(entry: WalletEntry): WalletEntryView {
  return {
    sequence: entry.sequence,
    journalId: entry.journalId,
    kind: entry.kind,
    amount: entry.amount,
    balanceAfter: entry.balanceAfter,
    reason: entry.reason,
    by: entry.actorName,
    at: entry.createdAt.toISOString(),
  };
}
