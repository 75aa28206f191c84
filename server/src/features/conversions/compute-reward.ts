import { coinsOfPaise, shareOfCoins, worthOfCoins } from '@muneem/contract/conversions';
import { coins, paise, type Coins, type Paise } from '@muneem/contract/money';
import type { CatalogEvent, CatalogOffer } from '#features/offers/index.ts';

/** COINS_PER_RUPEE and REFERRAL_SHARE. */
export interface RewardRules {
  readonly coinsPerRupee: number;
  /** From 0 to 1: the referrer's part on top of the user's. */
  readonly referralShare: number;
}

/** What an approved conversion pays. */
export interface Reward {
  readonly userPayout: Paise;
  readonly referralPayout: Paise;
  readonly userCoins: Coins;
  readonly referralCoins: Coins;
}

export const NO_REWARD: Reward = {
  userPayout: paise(0),
  referralPayout: paise(0),
  userCoins: coins(0),
  referralCoins: coins(0),
};

/** The referral share is kept to a ten-thousandth, so that all arithmetic is in whole numbers. */
const SHARE_UNITS = 10_000;

/** The reward of one event: its payout in coins where it is above 0, else its share of the offer's coins. */
export function computeReward(
  offer: CatalogOffer,
  event: CatalogEvent,
  hasReferrer: boolean,
  rules: RewardRules,
): Reward {
  const userCoins =
    event.payout > 0 ? coinsOfPaise(event.payout, rules.coinsPerRupee) : shareOfCoins(offer.coins, event.name);
  return rewardOfCoins(userCoins, hasReferrer, rules);
}

/** The reward of a number of coins. Each payout is the worth of the coins that are credited, so reports and ledger agree. */
export function rewardOfCoins(userCoins: Coins, hasReferrer: boolean, rules: RewardRules): Reward {
  const units = hasReferrer ? Math.round(rules.referralShare * SHARE_UNITS) : 0;
  const referralCoins = coins(Math.floor((userCoins * units) / SHARE_UNITS));
  return {
    userCoins,
    referralCoins,
    userPayout: worthOfCoins(userCoins, rules.coinsPerRupee),
    referralPayout: worthOfCoins(referralCoins, rules.coinsPerRupee),
  };
}
