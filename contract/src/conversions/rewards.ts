import { coins, paise, type Coins, type Paise } from '../money/index.ts';
import { sharePercent } from './events.ts';

/** The whole coins of an amount. The fraction of a coin is dropped: a user never gets more than the offer says. */
export const coinsOfPaise = (amount: Paise, coinsPerRupee: number): Coins =>
  coins(Math.floor((amount * coinsPerRupee) / 100));

/** Returns the worth of coins, rounded down to the paisa. */
export const worthOfCoins = (amount: Coins, coinsPerRupee: number): Paise =>
  paise(Math.floor((amount * 100) / coinsPerRupee));

/** The coins of an event without a payout: its share of the offer's coins. */
export const shareOfCoins = (offerCoins: Coins, eventName: string): Coins =>
  coins(Math.floor((offerCoins * sharePercent(eventName)) / 100));
