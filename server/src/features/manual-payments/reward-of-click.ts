import { coins, type Coins } from '@muneem/contract/money';
import type { PayableClickRow } from './payable-clicks.repository.ts';

/**
 * Returns the rest of the offer's coins, so events and manual payment never exceed the offer's promise.
 * Zero without a user, who has no wallet, and with an approved claim, which paid the offer.
 */
export const rewardOfClick = ({ userId, offerCoins, earnedCoins, isClaimed }: PayableClickRow): Coins =>
  coins(userId === null || isClaimed ? 0 : Math.max(0, offerCoins - earnedCoins));
