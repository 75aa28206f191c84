import { coinsOfPaise, referralCoinsOf, shareOfCoins, worthOfCoins } from '@muneem/contract/conversions';
import { coins, paise, type Coins, type Paise } from '@muneem/contract/money';
import type { CatalogEvent, CatalogOffer } from '#features/offers/index.ts';

export interface RewardRules {
  readonly coinsPerRupee: number;
  /** From 0 to 1: the referrer's reward as a share of the user's reward. */
  readonly referralShare: number;
}

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

/** Computes an event's reward: its own payout in coins if above 0, else its share of the offer's coins. */
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

/**
 * Computes the reward for a number of coins. Payouts are the value of the credited coins, so reports match the ledger.
 */
export function rewardOfCoins(userCoins: Coins, hasReferrer: boolean, rules: RewardRules): Reward {
  const referralCoins = hasReferrer ? referralCoinsOf(userCoins, rules.referralShare) : coins(0);
  return {
    userCoins,
    referralCoins,
    userPayout: worthOfCoins(userCoins, rules.coinsPerRupee),
    referralPayout: worthOfCoins(referralCoins, rules.coinsPerRupee),
  };
}
