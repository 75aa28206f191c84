import { expect, it } from 'vitest';
import { withNewest, withOlder } from './completed-offers.tsx';

/** One offer is completed per hour: the largest number is the newest. */
const offers = (...numbers: number[]) =>
  numbers.map((n) => ({ id: `ofr_${n}`, title: `Offer ${n}`, completedAt: new Date(n * 3_600_000).toISOString() }));

// covers 000-users.5
it('appends older completed offers without duplicates', () => {
  expect(withOlder(offers(5, 4), offers(3, 2))).toEqual(offers(5, 4, 3, 2));
  expect(withOlder(offers(5, 4), offers(4, 3))).toEqual(offers(5, 4, 3));
});

it('keeps older offers after a refetch, with new and without reversed ones', () => {
  expect(withNewest(offers(5, 4, 3, 2), offers(6, 5))).toEqual(offers(6, 5, 4, 3, 2));
  expect(withNewest(offers(5, 4, 3, 2), offers(5, 3))).toEqual(offers(5, 3, 2));
  expect(withNewest(offers(5, 4), [])).toEqual([]);
});

it('drops older rows after a gap', () => {
  expect(withNewest(offers(5, 4, 3), offers(9, 8))).toEqual(offers(9, 8));
});
