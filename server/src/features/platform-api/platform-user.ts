import type { PlatformUser, PlatformUserDetails } from '@muneem/contract/platform-api';
import { availableCoins } from '@muneem/contract/users';
import type { Queryable } from '#platform/database/index.ts';
import { getUserAccount, toWalletEntry, type UserAccount, type UserRow } from '#features/users/index.ts';

export async function getPlatformUser(database: Queryable, uid: string): Promise<PlatformUserDetails> {
  const account = await getUserAccount(database, uid);
  return { ...toPlatformUser(account, account), entries: account.walletEntries.map(toWalletEntry) };
}

export function toPlatformUser(
  user: UserRow,
  {
    coins,
    heldCoins,
    owedCoins,
    completedCount,
  }: Pick<UserAccount, 'coins' | 'heldCoins' | 'owedCoins' | 'completedCount'>,
): PlatformUser {
  return {
    uid: user.uid,
    name: user.name,
    email: user.email,
    phone: user.phone,
    gender: user.gender,
    coins: availableCoins({ coins, owedCoins }),
    heldCoins,
    owedCoins,
    completedCount,
    referralCode: user.referralCode,
    usedReferralCode: user.usedReferralCode,
    createdAt: user.createdAt.toISOString(),
  };
}
