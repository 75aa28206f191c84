import type { Tx } from '#platform/database/index.ts';
import type { Draft } from './draft.ts';

/** Retries the transaction if one of the users was deleted meanwhile. Must run after their credits, which lock the wallets. */
export function refuseDeletedUsersLater(tx: Tx, userIds: readonly number[]): void {
  if (userIds.length > 0) tx.later('conversions-deleted-users', 'select refuse_deleted_users($1::bigint[])', [userIds]);
}

/** Returns the users and referrers that get coins. */
export function usersCredited(drafts: readonly Draft[]): number[] {
  const ids = new Set<number>();
  for (const { click, reward } of drafts) {
    if (reward.userCoins > 0 && click.userId !== null) ids.add(click.userId);
    if (reward.referralCoins > 0 && click.referrerId !== null) ids.add(click.referrerId);
  }
  return [...ids];
}
