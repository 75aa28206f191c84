import { referralCoinsOf, worthOfCoins } from '@muneem/contract/conversions';
import type { RouteAnswer } from '@muneem/contract/http';
import { coins, paise, rupeesFromPaise } from '@muneem/contract/money';
import type { getRewardRules } from '@muneem/contract/offers';
import { formatCount, formatCoins, formatRupees } from '#lib/format.ts';
import { enteredNumber } from '#lib/number-text.ts';
import { eventCoins, sumOfEvents } from '../event-coins.ts';
import { copy } from './offer-form.copy.ts';

export type RewardRules = Omit<RouteAnswer<typeof getRewardRules>, 'success'>;

export interface PayoutHint {
  readonly text: string;
  readonly isWarning: boolean;
}

/** Says how many coins an event pays. Warns if a fraction of a coin is dropped, or nothing is paid. */
export function payoutHint(...event: Parameters<typeof eventCoins>): PayoutHint | undefined {
  const found = eventCoins(...event);
  if (found === undefined) return undefined;
  const { paid, exact, percent } = found;
  const words = copy.events.pays;
  if (paid === 0) return { text: words.nothing, isWarning: true };
  const text = percent === undefined ? words.coins(formatCount(paid)) : words.share(formatCount(paid), percent);
  return paid === exact ? { text, isWarning: false } : { text: `${text} ${words.dropped}`, isWarning: true };
}

/**
 * Says what is left of an event's revenue after the rewards of the user and a referrer. Warns below zero.
 * Undefined while the revenue is unknown.
 */
export function marginHint(
  event: Parameters<typeof eventCoins>[0] & { readonly revenue: number | string },
  offerCoins: number | string,
  { coinsPerRupee, referralShare }: RewardRules,
): PayoutHint | undefined {
  const revenue = enteredNumber(event.revenue);
  const found = eventCoins(event, offerCoins, coinsPerRupee);
  if (revenue === undefined || !(revenue >= 0) || !Number.isSafeInteger(Math.round(revenue * 100)) || !found)
    return undefined;
  const userCoins = coins(found.paid);
  const worth = [userCoins, referralCoinsOf(userCoins, referralShare)].map((each) => worthOfCoins(each, coinsPerRupee));
  const paid = worth.reduce((sum, each) => sum + each, 0);
  const earned = Math.round(revenue * 100);
  const words = copy.events.margin;
  const rupees = (amount: number) => formatRupees(rupeesFromPaise(paise(amount)));
  const text = [
    words.paid(rupees(paid), rupees(earned)),
    ...(earned === 0 ? [] : [words.margin(Math.round(((earned - paid) / earned) * 1000) / 10)]),
  ].join(' · ');
  const notes = [
    ...(paid > earned ? [words.loss(rupees(paid - earned))] : []),
    ...(referralShare > 0 ? [words.referral(Math.round(referralShare * 10_000) / 100)] : []),
  ];
  return { text: [text, ...notes].join('. '), isWarning: paid > earned };
}

/** Says how many of the offer's coins all events pay. Warns if they pay more. */
export function sumHint(...[events, offerCoins, rate]: Parameters<typeof sumOfEvents>): PayoutHint | undefined {
  const promised = enteredNumber(offerCoins);
  const sum = sumOfEvents(events, offerCoins, rate);
  if (sum === undefined || promised === undefined || !Number.isSafeInteger(promised)) return undefined;
  const isWarning = sum > promised;
  const text = copy.events.sum(formatCount(sum), formatCoins(promised));
  return { text: isWarning ? `${text} ${copy.events.sumOver}` : text, isWarning };
}
