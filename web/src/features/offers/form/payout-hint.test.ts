import { expect, it } from 'vitest';
import { payoutHint } from './payout-hint.ts';

const DROPPED = 'The fraction of a coin is dropped.';
const NOTHING = 'Pays nothing: this is less than one coin.';

it.each([
  [12.5, 75, 10, 'Pays 125 coins.', false],
  [12.5, 75, 1, `Pays 12 coins. ${DROPPED}`, true],
  ['10.50', 75, 3, `Pays 31 coins. ${DROPPED}`, true],
  [0.5, 75, 1, NOTHING, true],
  [1_00_000, 75, 1, 'Pays 1,00,000 coins.', false],
  [0, 75, 1, 'Pays 40 % of the offer’s coins: 30 coins.', false],
  [0, 76, 1, `Pays 40 % of the offer’s coins: 30 coins. ${DROPPED}`, true],
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
