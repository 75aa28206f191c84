import type { ListedWithdrawal } from '@muneem/contract/withdrawals';
import { expect, test } from 'vitest';
import { startWithdrawalApp } from './withdrawal-app.ts';

interface List {
  readonly withdrawals: readonly ListedWithdrawal[];
  readonly total: number;
  readonly isCutShort: boolean;
  readonly stats?: { readonly total: number; readonly rejected: number };
}

const ids: string[] = [];

const world = await startWithdrawalApp();
for (const [coins, upiId] of [
  [300, 'person12345@okaxis'],
  [100, 'other12345@ybl'],
  [200, 'luiu@upi'],
] as const)
  ids.push((await world.pending({ coins, method: { type: 'upi', upiId } })).id);
await world.verify(ids[2] as string, { approved: false, adminReason: 'No' });

const list = async (query: string): Promise<List> => (await world.call<List>('GET', `/api/withdrawals/${query}`)).body;
const found = async (search: string): Promise<number[]> =>
  (await list(`all?search=${encodeURIComponent(search)}`)).withdrawals.map(({ id }) => ids.indexOf(id));

// covers 001-2.6
test('finds a text in the middle of words, by one or two letters, in any case and with any digits', async () => {
  expect(await found('person12345@okaxis')).toEqual([0]);
  expect(await found('12345')).toEqual([1, 0]);
  expect(await found('12345@')).toEqual([1, 0]);
  expect(await found('R12345@Y')).toEqual([1]);
  expect(await found('x12345@okaxis')).toEqual([]);
  expect(await found('LU')).toEqual([2]);
  expect(await found('a')).toEqual([2, 1, 0]);
  expect(await found('asha')).toEqual([2, 1, 0]);
  expect(await found('%')).toEqual([]);
  expect(await found('_lu')).toEqual([]);
});

test('orders, pages and counts search results like the list', async () => {
  const page = await list('all?search=asha&sort=amount&order=asc&limit=1&page=2');
  expect(page.withdrawals.map(({ id }) => ids.indexOf(id))).toEqual([2]);
  expect(page).toMatchObject({ total: 3, isCutShort: false });
  expect(await list('all?search=asha&status=pending')).toMatchObject({ total: 2 });
  expect(await list('all?search=nobody')).toMatchObject({ total: 0, withdrawals: [] });
});

test('lists the newest decision of the history first, also in a search', async () => {
  const older = await world.pending({ coins: 110 });
  const newer = await world.pending({ coins: 120 });
  for (const { id } of [newer, older]) await world.verify(id, { approved: false });
  for (const search of ['', '?search=asha']) {
    const { withdrawals } = await list(`history${search}`);
    expect(withdrawals.slice(0, 2).map(({ id }) => id)).toEqual([older.id, newer.id]);
  }
  const byRequest = (await list('history?sort=date')).withdrawals.map(({ id }) => id);
  expect(byRequest.indexOf(newer.id)).toBeLessThan(byRequest.indexOf(older.id));
});

test('returns the wallet balance and the earlier paid and rejected withdrawals with each row', async () => {
  const { id, uid } = await world.pending({ coins: 100, wallet: 1_000 });
  const again = async (): Promise<string> =>
    (await world.request({ uid, coins: 100, paymentMethod: { type: 'upi', upiId: 'asha@okbank' } })).body.withdrawal
      .withdrawalId;
  const others = [await again(), await again(), await again()];
  for (const paid of others.slice(0, 2)) expect((await world.verify(paid, { approved: true })).status).toBe(200);
  await world.verify(others[2] as string, { approved: false });
  const row = (await list('all?status=pending&limit=100')).withdrawals.find((each) => each.id === id);
  expect(row).toMatchObject({ walletCoins: 700, past: { paid: 2, rejected: 1, isCutShort: false } });
  const first = (await list('all?status=pending&limit=100')).withdrawals.find((each) => each.id === ids[0]);
  expect(first).toMatchObject({ walletCoins: 0, past: { paid: 0, rejected: 0, isCutShort: false } });
});

test.each(['/api/withdrawals/history', '/api/conversion-reports', '/api/inbound-postbacks', '/api/audit'])(
  'refuses days in the wrong order in %s',
  async (path) => {
    const url = `${path}?startDate=2026-11-21&endDate=2026-11-20`;
    expect((await world.call('GET', url)).body).toMatchObject({
      message: 'The start date is after the end date.',
      errors: { endDate: 'Choose a day on or after the start date.' },
    });
  },
);
