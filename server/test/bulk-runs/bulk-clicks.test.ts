import type { BulkRun, BulkRunItem, BulkRunResult } from '@muneem/contract/bulk-runs';
import { expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { createManualPaymentsApp } from '#test/manual-payments/manual-payments-app.ts';

const app = await createManualPaymentsApp();
await app.start();

const prepare = (body: object) =>
  app.call<{ run: BulkRun; items: BulkRunItem[]; message: string }>('POST', '/api/clicks/bulk-runs', body);
const look = (id: string) => app.must<{ run: BulkRun; results: BulkRunResult[] }>('GET', `/api/bulk-runs/${id}`);

test('pays each matching unpaid click once, and names clicks that were paid or earned meanwhile', async () => {
  expect(await prepare({})).toMatchObject({ status: 409, body: { message: 'No clicks to process payment for' } });
  const visits: { uid: string; clickId: string }[] = [];
  for (let count = 0; count < 25; count += 1) visits.push(await app.visit({ p1: `batch${count}@upi` }));
  const anonymous = await app.click(app.offerId);
  const { body } = await prepare({ search: 'Rummy', searchType: 'offer_name' });
  expect(body.run).toMatchObject({ kind: 'clicks.pay', count: 26, users: 25, coins: 25 * 250, amount: null, left: 26 });
  expect(body.items.map(({ itemId }) => itemId)).toContain(anonymous);
  expect(body.items.at(-1)).toEqual({
    itemId: visits[0]!.clickId,
    label: 'Visitor 1 · Rummy Stars',
    coins: 250,
    amount: null,
  });

  await app.pay({ clickId: visits[0]!.clickId });
  const late = await app.visit();
  await app.must('POST', `/api/bulk-runs/${body.run.id}/start`, { count: 26 });
  await expect.poll(async () => (await look(body.run.id)).run.status, { timeout: 20_000 }).toBe('done');
  const { run, results } = await look(body.run.id);
  expect(run).toMatchObject({ left: 0, tally: { done: 25, refused: 1 } });
  expect(results.find(({ itemId }) => itemId === visits[0]!.clickId)).toMatchObject({
    outcome: 'refused',
    message: 'This click was already paid.',
  });
  for (const { uid } of visits) expect(await app.balance(uid)).toBe(250);
  expect(await app.balance(late.uid)).toBe(0);
  const begun = await app.rows('select action from audit_log where entity_id = $1 order by id', [body.run.id]);
  expect(begun.map(({ action }) => action)).toEqual(['bulk-runs.prepare', 'bulk-runs.start']);
  const audited = await app.rows("select 1 from audit_log where action = 'manual-payments.pay'");
  expect(audited).toHaveLength(26);
});

test('does not pay a click whose coins changed after the list was confirmed', async () => {
  const { uid, clickId } = await app.visit();
  const { body } = await prepare({ search: clickId, searchType: 'click_id' });
  await app.database.execute(sql`update bulk_run_items set coins = 999 where run_id = ${body.run.id}`);
  await app.must('POST', `/api/bulk-runs/${body.run.id}/start`, { count: 1 });
  await expect.poll(async () => (await look(body.run.id)).run.status, { timeout: 20_000 }).toBe('done');
  expect((await look(body.run.id)).results[0]).toMatchObject({
    outcome: 'refused',
    message: 'The request does not match the click. Refresh the list and try again.',
  });
  expect(await app.balance(uid)).toBe(0);
});
