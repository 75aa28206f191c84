import { expect, it } from 'vitest';
import {
  ADMIN_LINKS,
  isAdminPath,
  isOfferPath,
  LINKS_AFTER_OFFERS,
  LINKS_BEFORE_OFFERS,
  OFFER_LINKS,
} from './navigation.ts';

it('holds exactly the links of the specification, and not the one to /verify-offer', () => {
  const links = [...LINKS_BEFORE_OFFERS, ...OFFER_LINKS, ...LINKS_AFTER_OFFERS].map(
    ({ to, label }) => `${to} ${label}`,
  );
  expect(links.toSorted()).toEqual(
    [
      '/users Users',
      '/verify-withdrawals Withdrawals',
      '/manual-pay Manual Pay',
      '/problems Support',
      '/smart-poll Smart Poll',
      '/conversion-reports Reports',
      '/settings Settings',
      '/add-offer Create Offer',
      '/prime-offers Prime Offers',
      '/regular-offers Regular Offers',
    ].toSorted(),
  );
});

it('marks Offers as the current place on each of its screens only', () => {
  expect(['/add-offer', '/edit-offer/abc', '/prime-offers', '/regular-offers'].every(isOfferPath)).toBe(true);
  expect(['/', '/users', '/verify-offer', '/prime-offers-old'].some(isOfferPath)).toBe(false);
});

it('leads to the payments that need a person from the Admin menu, and marks Admin as the current place there', () => {
  expect(ADMIN_LINKS).toContainEqual({ to: '/payouts', label: 'Payments' });
  expect(['/payouts', '/account', '/admins', '/audit'].every(isAdminPath)).toBe(true);
  expect(['/', '/settings', '/payouts-old'].some(isAdminPath)).toBe(false);
});
