import { coinsOfPaise, shareOfCoins, sharePercent } from '@muneem/contract/conversions';
import { coins, paiseFromRupees } from '@muneem/contract/money';
import { formatCount } from '#lib/format.ts';
import { copy } from './offer-form.copy.ts';

export interface PayoutHint {
  readonly text: string;
  /** True if a fraction of a coin is dropped, or nothing is paid. */
  readonly isWarning: boolean;
}

/** Says how many coins an event pays, by the server's rule. Undefined while a number is missing or wrong. */
export function payoutHint(
  { eventName, eventPayout }: { readonly eventName: string; readonly eventPayout: number | string },
  offerCoins: number | string,
  coinsPerRupee: number,
): PayoutHint | undefined {
  const payout = amountOf(eventPayout);
  if (payout === undefined) return undefined;
  const words = copy.events.pays;
  if (payout > 0) {
    const exact = (payout * coinsPerRupee) / 100;
    return hintOf(coinsOfPaise(paiseFromRupees(payout / 100), coinsPerRupee), exact, words.coins);
  }
  const all = Number(offerCoins);
  if (offerCoins === '' || !Number.isSafeInteger(all) || all < 0) return undefined;
  const percent = sharePercent(eventName);
  return hintOf(shareOfCoins(coins(all), eventName), (all * percent) / 100, (count) => words.share(count, percent));
}

function hintOf(paid: number, exact: number, say: (coins: string) => string): PayoutHint {
  if (paid === 0) return { text: copy.events.pays.nothing, isWarning: true };
  const text = say(formatCount(paid));
  return paid === exact ? { text, isWarning: false } : { text: `${text} ${copy.events.pays.dropped}`, isWarning: true };
}

function amountOf(rupees: number | string): number | undefined {
  const amount = Math.round(Number(rupees) * 100);
  return rupees === '' || !Number.isSafeInteger(amount) || amount < 0 ? undefined : amount;
}
