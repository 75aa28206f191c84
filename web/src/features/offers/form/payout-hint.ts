import { formatCount, formatCoins } from '#lib/format.ts';
import { enteredNumber } from '#lib/number-text.ts';
import { eventCoins, sumOfEvents } from '../event-coins.ts';
import { copy } from './offer-form.copy.ts';

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

/** Says how many of the offer's coins all events pay. Warns if they pay more. */
export function sumHint(...[events, offerCoins, rate]: Parameters<typeof sumOfEvents>): PayoutHint | undefined {
  const promised = enteredNumber(offerCoins);
  const sum = sumOfEvents(events, offerCoins, rate);
  if (sum === undefined || promised === undefined || !Number.isSafeInteger(promised)) return undefined;
  const isWarning = sum > promised;
  const text = copy.events.sum(formatCount(sum), formatCoins(promised));
  return { text: isWarning ? `${text} ${copy.events.sumOver}` : text, isWarning };
}
