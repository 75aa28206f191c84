import { readWithdrawals, type WithdrawalRow } from '@muneem/contract/withdrawals';
import { expect, test } from 'vitest';
import { pageOfWhole } from './whole-list.ts';

const row = (id: string, date: string, more: object = {}) => ({
  id,
  userId: `user-${id}`,
  amount: 10.1,
  coins: 10,
  date,
  status: 'pending',
  paymentMethod: { type: 'upi', upiId: `${id}@OkBank` },
  ...more,
});
// Saturday 21 November, 01:30 in Kolkata. Monday was the 16th.
const NOW = new Date('2026-11-20T20:00:00Z');
const all: readonly WithdrawalRow[] = readWithdrawals.answer.parse({
  withdrawals: [
    row('today', '2026-11-20T18:30:00Z', { amount: 20.2, coins: 20 }),
    row('yesterday', '2026-11-20T18:29:59Z'),
    row('monday', '2026-11-15T18:30:00Z'),
    row('sunday', '2026-11-15T18:29:59Z'),
    row('bank', '2026-11-20T19:00:00Z', {
      status: 'completed',
      paymentMethod: { type: 'bank', accountNumber: '001234567', ifscCode: 'HDFC0001' },
      paymentStatus: 'SUCCESS',
    }),
  ],
}).withdrawals;
const QUERY = {
  status: 'pending',
  period: 'all',
  search: '',
  sort: 'date',
  order: 'desc',
  page: 1,
  limit: 50,
} as const;
const ids = (query: Partial<Parameters<typeof pageOfWhole>[1]>): string[] =>
  pageOfWhole(all, { ...QUERY, ...query }, NOW).withdrawals.map(({ id }) => id);

test('reads a row with only the fields of document 001, and ignores an unknown provider status', () => {
  expect(all[4]).toMatchObject({
    paymentStatus: null,
    transactionId: null,
    paidBefore: null,
    flags: [],
    waitsBecause: null,
    walletCoins: null,
    past: null,
    paymentMethod: { upiId: null, accountNumber: '001234567' },
  });
});

// covers 001-7.4
test('filters, searches, sorts and pages a whole list', () => {
  expect(ids({})).toEqual(['today', 'yesterday', 'monday', 'sunday']);
  expect(ids({ status: 'all', order: 'asc' })).toEqual(['sunday', 'monday', 'yesterday', 'today', 'bank']);
  expect(ids({ status: 'completed' })).toEqual(['bank']);
  expect(ids({ status: 'all', search: '1234' })).toEqual(['bank']);
  expect(ids({ search: ' SUNDAY@okbank ' })).toEqual(['sunday']);
  expect(ids({ sort: 'amount', order: 'desc', limit: 1 })).toEqual(['today']);
  expect(ids({ page: 2, limit: 3 })).toEqual(['sunday']);
});

// covers 001-7.4
test('uses days of Asia/Kolkata, and weeks that begin on Monday', () => {
  expect(ids({ period: 'today' })).toEqual(['today']);
  expect(ids({ period: 'week' })).toEqual(['today', 'yesterday', 'monday']);
});

// covers 001-7.4
test('counts and sums all rows, regardless of filter and page', () => {
  const { total, counts, pending, asOf } = pageOfWhole(all, { ...QUERY, status: 'completed', limit: 1 }, NOW);
  expect([total, counts, pending, asOf]).toEqual([
    1,
    { pending: 4, processing: 0, completed: 1, rejected: 0, payment_failed: 0 },
    { coins: 50, amount: 50.5 },
    undefined,
  ]);
});
