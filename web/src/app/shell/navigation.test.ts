import { expect, it } from 'vitest';
import { allLinks, inUse, linksOf } from './navigation.ts';

const shown = (links: readonly { readonly to: string; readonly label: string }[]) =>
  links.map(({ to, label }) => `${to} ${label}`);

// covers 000-1.17 000-1.21 001-2.2
it('shows the links of the specification in their order, and none to /verify-offer', () => {
  expect(shown(linksOf('bar'))).toEqual([
    '/users Users',
    '/verify-withdrawals Withdrawals',
    '/manual-pay Manual Pay',
    '/problems Support',
    '/smart-poll Smart Poll',
    '/conversion-reports Reports',
    '/settings Settings',
  ]);
  expect(shown(linksOf('offers'))).toEqual([
    '/add-offer Create Offer',
    '/prime-offers Prime Offers',
    '/regular-offers Regular Offers',
    '/networks Networks',
  ]);
});

it('links payouts and administration in the Admin menu', () => {
  expect(shown(inUse(linksOf('admin'), undefined, '/'))).toEqual([
    '/payouts Payouts',
    '/account Your account',
    '/admins Administrators',
    '/roles Who may do what',
    '/audit Audit log',
  ]);
});

it('links every screen without a path parameter', () => {
  expect(allLinks()).toHaveLength(21);
  expect(allLinks().filter(({ to }) => to.includes('$'))).toEqual([]);
});

it('links the second person only while limits are in use, or on its own screen', () => {
  const waiting = { withdrawals: 1, offerClaims: 0, problems: 0, proposals: null };
  const isLinked = (...state: Parameters<typeof inUse> extends [unknown, ...infer Rest] ? Rest : never): boolean =>
    shown(inUse(linksOf('admin'), ...state)).includes('/second-person Second person');
  expect(isLinked(undefined, '/')).toBe(false);
  expect(isLinked(waiting, '/')).toBe(false);
  expect(isLinked(waiting, '/second-person')).toBe(true);
  expect(isLinked({ ...waiting, proposals: 0 }, '/')).toBe(true);
  expect(isLinked({ ...waiting, proposals: 2 }, '/')).toBe(true);
});
