import { coinsOfPaise, referralCoinsOf, shareOfCoins, worthOfCoins } from '@muneem/contract/conversions';
import { coins, paise, type Coins, type Paise } from '@muneem/contract/money';
import { isUnfilled } from '@muneem/contract/postbacks';
import type { CatalogNetwork } from '#features/networks/index.ts';
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

/** The revenue of a conversion. Every null is unknown, never zero. */
export interface Revenue {
  readonly expectedRevenuePaise: Paise | null;
  /** The network's amount as it was sent, also if it is not an amount. */
  readonly reportedAmount: string | null;
  readonly reportedCurrency: string | null;
  /** Rupees for one unit of the currency on that day, in millionths. */
  readonly reportedRateMicros: number | null;
  readonly reportedRevenuePaise: Paise | null;
  /** The revenue that counts. */
  readonly revenuePaise: Paise | null;
}

export const UNKNOWN_REVENUE: Revenue = {
  expectedRevenuePaise: null,
  reportedAmount: null,
  reportedCurrency: null,
  reportedRateMicros: null,
  reportedRevenuePaise: null,
  revenuePaise: null,
};

interface Message {
  readonly network: CatalogNetwork | null;
  readonly expected: Paise | null;
  readonly facts: unknown;
  /** In Asia/Kolkata. */
  readonly day: string;
}

/**
 * Reads what a message says about the revenue. The reported amount counts if it lies between half and one and a half of
 * the expected one, or nothing is expected. Otherwise the expected one counts.
 */
export function readRevenue({ network, expected, facts, day }: Message): Revenue {
  const sent = network === null ? null : readAmount(facts, network);
  if (network === null || sent === null)
    return { ...UNKNOWN_REVENUE, expectedRevenuePaise: expected, revenuePaise: expected };
  const { currency } = network;
  const rate = rateOf(network, day);
  const reported = sent.micros === null || rate === null ? null : toPaise(sent.micros, rate);
  const counts = reported !== null && (expected === null || isNear(reported, expected));
  return {
    expectedRevenuePaise: expected,
    reportedAmount: sent.text,
    reportedCurrency: currency,
    reportedRateMicros: reported === null ? null : rate,
    reportedRevenuePaise: reported,
    revenuePaise: counts ? reported : expected,
  };
}

const isNear = (reported: Paise, expected: Paise): boolean => 2 * reported >= expected && 2 * reported <= 3 * expected;

const MICROS = 1_000_000;
/** ₹1,00,00,000.00 or as many units of another currency. */
const MOST_MICROS = 10_000_000 * MICROS;
const MAX_TEXT = 100;
const AMOUNT = { point: /^(\d{1,8})(?:\.(\d{1,6}))?$/, comma: /^(\d{1,8})(?:[.,](\d{1,6}))?$/ } as const;

/** Returns the amount in millionths, or null if the text is not an amount. Null if there is no text. */
function readAmount(
  facts: unknown,
  { payoutParam, decimalComma }: CatalogNetwork,
): { readonly text: string; readonly micros: number | null } | null {
  const texts = textsOf(facts, payoutParam.toLowerCase()).filter((text) => text !== '' && !isUnfilled(text));
  if (texts.length === 0) return null;
  const text = texts.join(' and ').slice(0, MAX_TEXT);
  const [, whole, fraction = ''] = (texts.length === 1 && AMOUNT[decimalComma ? 'comma' : 'point'].exec(text)) || [];
  if (whole === undefined) return { text, micros: null };
  const micros = Number(whole) * MICROS + Number(fraction.padEnd(6, '0'));
  return { text, micros: micros > MOST_MICROS ? null : micros };
}

/** Lists every value of a parameter: a repeated one, in any letters, has several. */
function textsOf(facts: unknown, name: string): string[] {
  if (typeof facts !== 'object' || facts === null) return [];
  return Object.entries(facts)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .map((value) =>
      typeof value === 'string' || typeof value === 'number' ? String(value).trim() : JSON.stringify(value),
    );
}

/** Returns the newest rate that is valid on the day. Rupees need none. */
const rateOf = ({ currency, rates }: CatalogNetwork, day: string): number | null =>
  currency === 'INR' ? MICROS : (rates.findLast(({ from }) => from <= day)?.microRupees ?? null);

/** Rounds half up. The product does not fit into a number. */
const toPaise = (micros: number, rate: number): Paise =>
  paise(Number((BigInt(micros) * BigInt(rate) + 5_000_000_000n) / 10_000_000_000n));
