import { describe, expect, it } from 'vitest';
import { marginHint, payoutHint, sumHint } from './payout-hint.ts';

const DROPPED = 'The fraction of a coin is dropped.';
const NOTHING = 'Pays nothing: this is less than one coin.';

it.each([
  [12.5, 75, 10, 'Pays 125 coins.', false],
  [12.5, 75, 1, `Pays 12 coins. ${DROPPED}`, true],
  [10.5, 75, 3, `Pays 31 coins. ${DROPPED}`, true],
  [0.5, 75, 1, NOTHING, true],
  [1_00_000, 75, 1, 'Pays 1,00,000 coins.', false],
  [0, 75, 1, 'Pays 40% of the offer’s coins: 30 coins.', false],
  [0, 76, 1, `Pays 40% of the offer’s coins: 30 coins. ${DROPPED}`, true],
  [0, 2, 1, NOTHING, true],
  [1, '', 1, 'Pays 1 coin.', false],
])(
  'says how many coins a payout of ₹%s pays in an offer of %s coins, at %i coins per rupee',
  (eventPayout, offerCoins, rate, text, isWarning) => {
    expect(payoutHint({ eventName: 'install', eventPayout }, offerCoins, rate)).toEqual({ text, isWarning });
  },
);

it.each([
  ['', 75],
  ['-', 75],
  [-1, 75],
  [0, ''],
])('says nothing about a payout of %j in an offer of %j coins', (eventPayout, offerCoins) => {
  expect(payoutHint({ eventName: 'install', eventPayout }, offerCoins, 1)).toBeUndefined();
});

describe('all events', () => {
  const events = (...payouts: (number | string)[]) =>
    payouts.map((eventPayout) => ({ eventName: 'install', eventPayout }));

  it.each([
    [events(0), 120, 'All events pay 48 of 120 coins.', false],
    [events(0, 72), 120, 'All events pay 120 of 120 coins.', false],
    [events(240), 120, 'All events pay 240 of 120 coins. This is more than the offer promises.', true],
  ])('of %j and %s coins are summed', (of, coins, text, isWarning) => {
    expect(sumHint(of, coins, 1)).toEqual({ text, isWarning });
  });

  it.each([
    [events(1, 'x'), 120],
    [events(1), ''],
    [events(0), 'x'],
  ])('have no sum while a number is missing or wrong', (of, coins) => expect(sumHint(of, coins, 1)).toBeUndefined());
});

describe('the margin of an event', () => {
  const install = (eventPayout: number | string, revenue: number | string) => ({
    eventName: 'install',
    eventPayout,
    revenue,
  });

  it.each([
    [12, 20, 0, 'You pay ₹12.00 of ₹20.00 · margin 40\u00a0%', false],
    [12, 20, 0.1, 'You pay ₹13.20 of ₹20.00 · margin 34\u00a0%. This includes 10\u00a0% for a referrer', false],
    [20, 20, 0, 'You pay ₹20.00 of ₹20.00 · margin 0\u00a0%', false],
    [
      20,
      20,
      0.05,
      'You pay ₹21.00 of ₹20.00 · margin -5\u00a0%. Each conversion loses ₹1.00. This includes 5\u00a0% for a referrer',
      true,
    ],
    [12, 0, 0, 'You pay ₹12.00 of ₹0.00. Each conversion loses ₹12.00', true],
  ])(
    'with a payout of ₹%s and a revenue of ₹%s counts a referral share of %s in',
    (payout, revenue, share, text, isWarning) => {
      const rules = { coinsPerRupee: 10, referralShare: share };
      expect(marginHint(install(payout, revenue), 75, rules)).toEqual({ text, isWarning });
    },
  );

  it.each([
    [12, ''],
    [12, 'x'],
    [12, -1],
    ['', 20],
  ])('with a payout of ₹%j and a revenue of ₹%j is unknown', (payout, revenue) => {
    expect(marginHint(install(payout, revenue), 75, { coinsPerRupee: 10, referralShare: 0.1 })).toBeUndefined();
  });

  it('of an event without a payout counts its share of the offer’s coins', () => {
    expect(marginHint(install(0, 5), 75, { coinsPerRupee: 10, referralShare: 0 })?.text).toBe(
      'You pay ₹3.00 of ₹5.00 · margin 40\u00a0%',
    );
  });
});
