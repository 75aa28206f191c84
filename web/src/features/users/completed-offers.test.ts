import { expect, it } from 'vitest';
import { withNewest, withOlder } from './completed-offers.tsx';

/** Offers completed one an hour: the largest number is the newest. */
const offers = (...numbers: number[]) =>
  numbers.map((n) => ({ id: `ofr_${n}`, title: `Offer ${n}`, completedAt: new Date(n * 3_600_000).toISOString() }));

// covers 000-users.5
it('joins older completed offers to those that are shown, each once', () => {
  expect(withOlder(offers(5, 4), offers(3, 2))).toEqual(offers(5, 4, 3, 2));
  expect(withOlder(offers(5, 4), offers(4, 3))).toEqual(offers(5, 4, 3));
});

it('keeps the older ones when the newest are read again, with those that came in, without those that were taken back', () => {
  expect(withNewest(offers(5, 4, 3, 2), offers(6, 5))).toEqual(offers(6, 5, 4, 3, 2));
  expect(withNewest(offers(5, 4, 3, 2), offers(5, 3))).toEqual(offers(5, 3, 2));
  expect(withNewest(offers(5, 4), [])).toEqual([]);
});

it('shows nothing with a hole in it', () => {
  expect(withNewest(offers(5, 4, 3), offers(9, 8))).toEqual(offers(9, 8));
});
