import { coins, type Coins } from '@muneem/contract/money';
import type { PayableClickRow } from './payable-clicks.repository.ts';

/**
 * Returns the rest of the offer's coins, so events and manual payment never exceed the offer's promise.
 * Zero without a user, who has no wallet, and if an approved claim or another click has paid the offer.
 */
export const rewardOfClick = ({ userId, offerCoins, earnedCoins, isClaimed, isRewarded }: PayableClickRow): Coins =>
  coins(userId === null || isClaimed || isRewarded ? 0 : Math.max(0, offerCoins - earnedCoins));

/** Returns why the click cannot be paid, or null if no other click of its user was rewarded. */
export const alreadyRewarded = ({ isRewarded, rewardLimit }: PayableClickRow): string | null =>
  isRewarded ? `Already rewarded: the offer pays each user once${rewardLimit === 'daily' ? ' a day' : ''}.` : null;
