import { coins, paise, type Coins, type Paise } from '../money/index.ts';
import { sharePercent } from './events.ts';

/** Returns the whole coins of an amount. Drops the fraction, so a user never gets more than the offer promises. */
export const coinsOfPaise = (amount: Paise, coinsPerRupee: number): Coins =>
  coins(Math.floor((amount * coinsPerRupee) / 100));

/** Returns the worth of coins, rounded down to the paisa. */
export const worthOfCoins = (amount: Coins, coinsPerRupee: number): Paise =>
  paise(Math.floor((amount * 100) / coinsPerRupee));

/** Shares have four decimals, so all arithmetic is in integers. */
const SHARE_UNITS = 10_000;

/** Returns the coins of the referrer. @param share from 0 to 1, of the user's coins */
export const referralCoinsOf = (userCoins: Coins, share: number): Coins =>
  coins(Math.floor((userCoins * Math.round(share * SHARE_UNITS)) / SHARE_UNITS));

/** Returns the coins of an event without its own payout: its share of the offer's coins. */
export const shareOfCoins = (offerCoins: Coins, eventName: string): Coins =>
  coins(Math.floor((offerCoins * sharePercent(eventName)) / 100));
