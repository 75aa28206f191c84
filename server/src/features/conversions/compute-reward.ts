import { sharePercent } from '@muneem/contract/conversions';
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

/** It pays somebody something, be it less than a coin. */
export const isReward = ({ userPayout, userCoins }: Reward): boolean => userPayout > 0 || userCoins > 0;

const PAISE_PER_RUPEE = 100;
/** The referral share is kept to a ten-thousandth, so that all arithmetic is in whole numbers. */
const SHARE_UNITS = 10_000;

/**
 * The reward of one event: its payout in rupees × COINS_PER_RUPEE where it is above 0, else the offer's coins × the
 * event's share. Fractions of a coin or paisa are dropped: we never pay more than the offer says.
 */
export function computeReward(
  offer: CatalogOffer,
  event: CatalogEvent,
  hasReferrer: boolean,
  rules: RewardRules,
): Reward {
  if (event.payout > 0) {
    const userCoins = coins(Math.floor((event.payout * rules.coinsPerRupee) / PAISE_PER_RUPEE));
    return withReferral(event.payout, userCoins, hasReferrer, rules);
  }
  const userCoins = coins(Math.floor((offer.coins * sharePercent(event.name)) / 100));
  return rewardOfCoins(userCoins, hasReferrer, rules);
}

/** The reward of a given number of coins (a manual payment): its worth in rupees follows from COINS_PER_RUPEE. */
export function rewardOfCoins(userCoins: Coins, hasReferrer: boolean, rules: RewardRules): Reward {
  return withReferral(
    paise(Math.floor((userCoins * PAISE_PER_RUPEE) / rules.coinsPerRupee)),
    userCoins,
    hasReferrer,
    rules,
  );
}

function withReferral(
  userPayout: Paise,
  userCoins: Coins,
  hasReferrer: boolean,
  { referralShare }: RewardRules,
): Reward {
  const units = hasReferrer ? Math.round(referralShare * SHARE_UNITS) : 0;
  return {
    userPayout,
    userCoins,
    referralPayout: paise(Math.floor((userPayout * units) / SHARE_UNITS)),
    referralCoins: coins(Math.floor((userCoins * units) / SHARE_UNITS)),
  };
}
