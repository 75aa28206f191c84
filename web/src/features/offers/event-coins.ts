import { coinsOfPaise, shareOfCoins, sharePercent } from '@muneem/contract/conversions';
import { coins, paiseFromRupees } from '@muneem/contract/money';
import { enteredNumber } from '#lib/number-text.ts';

interface EventCoins {
  /** Whole coins. */
  readonly paid: number;
  /** Before the fraction of a coin is dropped. */
  readonly exact: number;
  /** The event's share of the offer's coins. Undefined if the event has a payout of its own. */
  readonly percent?: number;
}

interface PayingEvent {
  readonly eventName: string;
  readonly eventPayout: number | string;
}

/** Computes the coins of an event by the server's rule. Undefined while a number is missing or wrong. */
export function eventCoins(
  { eventName, eventPayout }: PayingEvent,
  offerCoins: number | string,
  coinsPerRupee: number,
): EventCoins | undefined {
  const payout = whole((enteredNumber(eventPayout) ?? Number.NaN) * 100);
  if (payout === undefined) return undefined;
  if (payout > 0)
    return {
      paid: coinsOfPaise(paiseFromRupees(payout / 100), coinsPerRupee),
      exact: (payout * coinsPerRupee) / 100,
    };
  const all = enteredNumber(offerCoins) ?? Number.NaN;
  if (!Number.isSafeInteger(all) || all < 0) return undefined;
  const percent = sharePercent(eventName);
  return { paid: shareOfCoins(coins(all), eventName), exact: (all * percent) / 100, percent };
}

/** The coins of all events. Undefined while one of them is unknown. */
export const sumOfEvents = (
  events: readonly PayingEvent[],
  offerCoins: number | string,
  coinsPerRupee: number,
): number | undefined =>
  events.reduce<number | undefined>((sum, event) => {
    const found = eventCoins(event, offerCoins, coinsPerRupee);
    return sum === undefined || found === undefined ? undefined : sum + found.paid;
  }, 0);

function whole(amount: number): number | undefined {
  const rounded = Math.round(amount);
  return Number.isSafeInteger(rounded) && rounded >= 0 ? rounded : undefined;
}
