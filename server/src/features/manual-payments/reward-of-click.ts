import { coins, type Coins } from '@muneem/contract/money';
import type { PayableClickRow } from './payable-clicks.repository.ts';

/**
 * What paying a click by hand credits: the rest of the offer's coins, so that events and hand together never credit
 * more than the offer promises. Without a user there is no wallet; with an approved claim the offer is paid.
 */
export const rewardOfClick = ({ userId, offerCoins, earnedCoins, isClaimed }: PayableClickRow): Coins =>
  coins(userId === null || isClaimed ? 0 : Math.max(0, offerCoins - earnedCoins));
