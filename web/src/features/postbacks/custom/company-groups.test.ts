import type { CustomPostback } from '@muneem/contract/custom-postbacks';
import { expect, it } from 'vitest';
import { companyGroups } from './company-groups.ts';

const row = (id: string, companyName: string, status: CustomPostback['status'], pausedReason: string | null = null) =>
  ({ _id: id, companyName, status, pausedReason }) as CustomPostback;
const ROWS = [
  row('a', 'Zed', 'active'),
  row('b', 'Acme', 'inactive', '20 failed deliveries in a row'),
  row('c', 'Acme', 'inactive'),
  row('d', 'Zed', 'testing'),
];
const ids = (filter: Parameters<typeof companyGroups>[1]) =>
  companyGroups(ROWS, filter).map(({ name, postbacks }) => [name, postbacks.map(({ _id }) => _id).join('')]);

// covers 001-2.29
it('groups postbacks by company name and keeps the server’s order', () => {
  expect(ids({ company: '', state: 'all' })).toEqual([
    ['Acme', 'bc'],
    ['Zed', 'ad'],
  ]);
});

// covers 001-2.29
it('filters by company', () => {
  expect(ids({ company: 'Zed', state: 'all' })).toEqual([['Zed', 'ad']]);
});

it('filters automatically paused postbacks', () => {
  expect(ids({ company: '', state: 'paused' })).toEqual([['Acme', 'b']]);
  expect(ids({ company: '', state: 'testing' })).toEqual([['Zed', 'd']]);
});
