import { describe, expect, it } from 'vitest';
import { payoutHint, sumHint } from './payout-hint.ts';

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
