import type { PayoutDifference, ReconciliationRun } from '@muneem/contract/payouts';
import { expect, test } from 'vitest';
import { setPayoutKey } from '#test/withdrawals/withdrawal-app.ts';
import { KEY, OTHER, ROTATED, startTwoAccounts } from './two-accounts.ts';

const { world } = await startTwoAccounts();

/** Compares with the statement of the account in use. @returns the kind and reference of each open difference */
async function reconcile(): Promise<string[]> {
  const list = async () =>
    (
      await world.call<{ lastRun: ReconciliationRun | null; differences: PayoutDifference[] }>(
        'GET',
        '/api/payouts/reconciliation?limit=200',
      )
    ).body;
  expect((await world.call('POST', '/api/payouts/reconciliation/run')).status).toBe(200);
  await expect.poll(async () => (await list()).lastRun?.status, { timeout: 15_000 }).not.toBe('running');
  const { lastRun, differences } = await list();
  expect(lastRun).toMatchObject({ status: 'done', error: null });
  return differences.map(({ kind, referenceId }) => `${kind} ${referenceId}`);
}

// covers own-7.19
test('neither reports our payments as missing on another account’s statement nor clears differences by it', async () => {
  const paid = await world.sent();
  await world.age(paid.id, 1);
  const { referenceId } = await world.find(paid.id);
  await setPayoutKey(world.app, OTHER);
  expect(await reconcile()).toEqual([]);

  await setPayoutKey(world.app, KEY);
  const real = world.provider.book.list;
  Object.assign(world.provider.book, { list: () => real().filter(({ reference }) => reference !== referenceId) });
  expect(await reconcile()).toContain(`missing_at_provider ${referenceId}`);
  await setPayoutKey(world.app, OTHER);
  expect(await reconcile()).toContain(`missing_at_provider ${referenceId}`);
  Object.assign(world.provider.book, { list: real });
  await setPayoutKey(world.app, KEY);
  expect(await reconcile()).not.toContain(`missing_at_provider ${referenceId}`);
});

test('compares the statement’s transfers under a new key of the same account', async () => {
  const taken = await world.sent();
  await world.age(taken.id, 1);
  const { referenceId } = await world.find(taken.id);
  const transfer = world.provider.book.findByReference(referenceId as string);
  world.provider.book.settle(transfer!.transactionId, 'FAILED', 'Returned');
  const real = world.provider.book.list;
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  Object.assign(world.provider.book, { list: () => real().map((entry) => ({ ...entry, createdAt: hourAgo })) });
  await setPayoutKey(world.app, ROTATED);
  const differences = await reconcile();
  Object.assign(world.provider.book, { list: real });
  expect(differences).toContain(`status_differs ${referenceId}`);
  await world.until(taken.id, 'payment_failed');
});
