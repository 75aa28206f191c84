import type { WalletEntryView } from '@muneem/contract/users';
import { expect, it } from 'vitest';
import { joinEntries } from './wallet-history.tsx';

/** Entries with these numbers, newest first. */
const entries = (newest: number, oldest: number): WalletEntryView[] =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => ({ sequence: newest - index }) as WalletEntryView);

it('joins newer and older entries without duplicates', () => {
  expect(joinEntries(entries(181, 132), entries(183, 134))).toEqual(entries(183, 132));
  expect(joinEntries(entries(183, 132), entries(131, 82))).toEqual(entries(183, 82));
  expect(joinEntries(entries(50, 1), entries(50, 1))).toEqual(entries(50, 1));
  expect(joinEntries([], entries(3, 1))).toEqual(entries(3, 1));
});

it('drops older rows after a gap', () => {
  expect(joinEntries(entries(50, 1), entries(181, 132))).toEqual(entries(181, 132));
  expect(joinEntries(entries(50, 1), entries(100, 51))).toEqual(entries(100, 1));
});
