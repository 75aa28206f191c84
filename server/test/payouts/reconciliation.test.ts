// covers own-7.18
import type { PayoutDifference, ReconciliationRun } from '@muneem/contract/payouts';
import { expect, onTestFinished, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { holdLock } from '#test/hold-lock.ts';
import { readOutbox } from '#test/outbox.ts';
import { createSecondNode } from '#test/test-app.ts';
import { startWithdrawalApp } from '#test/withdrawals/withdrawal-app.ts';

interface Listed {
  differences: PayoutDifference[];
  total: number;
  counts: Record<string, number>;
  states: Record<string, number>;
  lastRun: ReconciliationRun | null;
}

const world = await startWithdrawalApp({ PAYOUT_LOOKUP_DELAYS_S: '90,300' }, { breaksBooks: true });

const list = async (query = ''): Promise<Listed> =>
  (await world.call<Listed>('GET', `/api/payouts/reconciliation${query}`)).body;
const decide = (id: string, body: object) => world.call('POST', `/api/payouts/reconciliation/${id}/decide`, body);

async function reconcile(): Promise<ReconciliationRun> {
  await world.app.must('POST', '/api/payouts/reconciliation/run');
  await expect.poll(async () => (await list()).lastRun?.status, { timeout: 15_000 }).not.toBe('running');
  return (await list()).lastRun as ReconciliationRun;
}

async function paid(): Promise<{ id: string; reference: string; transactionId: string }> {
  const { id } = await world.sent();
  const reference = (await world.find(id)).referenceId as string;
  return { id, reference, transactionId: world.provider.book.findByReference(reference)?.transactionId ?? '' };
}

test('finds no difference when both books agree, and counts matched and too recent transfers', async () => {
  for (let made = 0; made < 3; made += 1) await world.age((await paid()).id, 1);
  await paid();
  expect(await reconcile()).toMatchObject({
    status: 'done',
    entries: 4,
    matched: 3,
    differing: 0,
    underWay: 0,
    tooRecent: 1,
    differences: 0,
    error: null,
  });
  expect(await list()).toMatchObject({ differences: [], total: 0, counts: { missing_at_ours: 0 } });
});

test('shows both sides of each difference, keeps an admin’s decision, and closes a difference that is gone', async () => {
  const { book } = world.provider;
  const takenBack = await paid();
  const vanished = await paid();
  const other = await paid();
  for (const { id } of [takenBack, vanished, other]) await world.age(id, 1);
  await world.app.database.execute(sql`
    update payout_attempts set last_call_at = now() where reference_id = any (${[takenBack.reference, vanished.reference]}::text[])`);
  // Changes the provider's book without a webhook.
  book.settle(takenBack.transactionId, 'FAILED', 'Returned');
  const order = { amountPaise: 700, mode: 'UPI', beneficiary: 'x@y', beneficiaryName: 'X', note: '' };
  book.accept({ ...order, reference: 'NOT-OURS' }, 'SUCCESS', 'Paid');
  book.accept({ ...order, reference: other.reference, amountPaise: 10_000 }, 'SUCCESS', 'Paid');
  const list0 = book.list();
  const real = book.list;
  const transfers = (): ReturnType<typeof real> =>
    real()
      .filter(({ reference }) => reference !== vanished.reference)
      .map((transfer) => ({ ...transfer, createdAt: new Date(Date.now() - 3_600_000).toISOString() }));
  Object.assign(book, { list: transfers });
  expect(list0.length).toBeGreaterThan(3);

  // One of the four transfers is missing on the statement, and one is there twice.
  expect(await reconcile()).toMatchObject({
    status: 'done',
    entries: 8,
    matched: 3,
    differing: 4,
    underWay: 0,
    tooRecent: 1,
    differences: 4,
  });
  const { differences, counts } = await list('?sort=firstSeenAt&order=asc');
  const of = (reference: string): PayoutDifference | undefined =>
    differences.find(({ referenceId }) => referenceId === reference);
  expect(of(takenBack.reference)).toMatchObject({
    kind: 'status_differs',
    withdrawalId: takenBack.id,
    ourStatus: 'paid',
    theirStatus: 'FAILED',
    ourAmount: 100,
    state: 'open',
  });
  expect(of(vanished.reference)).toMatchObject({ kind: 'missing_at_provider', ourStatus: 'paid', theirAmount: null });
  expect(of('NOT-OURS')).toMatchObject({
    kind: 'missing_at_ours',
    withdrawalId: null,
    theirAmount: 7,
    ourAmount: null,
  });
  expect(of(other.reference)).toMatchObject({ kind: 'paid_twice' });
  const mails = async () => (await readOutbox(world.app)).filter(({ subject }) => subject?.includes('paid twice'));
  await expect.poll(mails).toMatchObject([{ text: expect.stringContaining(other.reference) }]);
  expect(counts).toEqual({
    status_differs: 1,
    missing_at_provider: 1,
    missing_at_ours: 1,
    paid_twice: 1,
    amount_differs: 0,
  });
  expect((await list('?kind=paid_twice')).total).toBe(1);
  expect((await list('?search=not-ours')).total).toBe(1);

  const foreign = of('NOT-OURS') as PayoutDifference;
  expect((await decide(foreign.id, { state: 'resolved', reason: ' ' })).status).toBe(400);
  expect((await decide('dif_none', { state: 'resolved', reason: 'By hand' })).status).toBe(404);
  expect((await decide(foreign.id, { state: 'acknowledged', reason: 'Paid by hand' })).status).toBe(200);
  expect((await decide(foreign.id, { state: 'acknowledged', reason: 'Paid by hand' })).status).toBe(409);
  expect((await decide(foreign.id, { state: 'resolved', reason: 'Booked elsewhere' })).status).toBe(200);
  const [audited] = await world.app.database.query<{ n: number }>(
    sql`select count(*) as n from audit_log where entity_id = ${foreign.id}`,
  );
  expect(audited?.n).toBe(2);

  // The statement names the second transfer no longer.
  const shown = book.findByReference(other.reference)!.transactionId;
  Object.assign(book, {
    list: () =>
      transfers()
        .concat(real().filter((each) => each.reference === vanished.reference))
        .filter((each) => each.reference !== other.reference || each.transactionId === shown),
  });
  await reconcile();
  expect(await mails()).toHaveLength(1);
  const after = await list('?state=all');
  const state = (reference: string) => after.differences.find(({ referenceId }) => referenceId === reference)?.state;
  expect(state('NOT-OURS')).toBe('resolved');
  expect(state(vanished.reference)).toBe('gone');
  expect(state(other.reference)).toBe('open');
  expect(await world.call('GET', '/api/payouts/attention')).toMatchObject({
    body: { openDifferences: 2, alerts: [{ kind: 'reconciliation' }] },
  });
  Object.assign(book, { list: real });
});

test('fails with an alert and changes no difference if the statement cannot be read', async () => {
  const before = (await list()).total;
  world.provider.faults.set([{ fault: 'html_200', call: 'accountStatement' }]);
  expect(await reconcile()).toMatchObject({ status: 'failed', error: expect.any(String) });
  expect((await list()).total).toBe(before);
  const { body } = await world.call<{ alerts: { kind: string }[] }>('GET', '/api/payouts/attention');
  expect(body.alerts.map(({ kind }) => kind)).toContain('reconciliation_failed');
  world.provider.faults.set([]);
});

const runs = () =>
  world.app.database.query<{ id: string; status: string; error: string | null }>(
    sql`select id, status, error from reconciliation_runs order by started_at desc, id desc limit 2`,
  );

test('runs one comparison at a time in the whole cluster, for any duration', async () => {
  const second = await createSecondNode(world.app);
  onTestFinished(() => second.stop());
  await paid();
  // The comparison lasts until the release: it cannot store the provider's rows.
  const held = await holdLock(world.app.database, 'lock table statement_entries in exclusive mode');
  const started = await world.call<{ run: ReconciliationRun }>('POST', '/api/payouts/reconciliation/run');
  // Longer than the interval of one hour between two comparisons.
  world.app.clock.advance(61 * 60_000);
  const { headers } = await openAdminSession(world.app);
  const other = await second.call('POST', '/api/payouts/reconciliation/run', undefined, { headers });
  expect(other.body.run).toMatchObject({ id: started.body.run.id, status: 'running' });
  await held.release();
  await expect.poll(async () => (await runs())[0]?.status, { timeout: 15_000 }).not.toBe('running');
  expect((await runs())[0]).toMatchObject({ id: started.body.run.id, status: 'done', error: null });
});

test('ends a comparison whose process died, so that the next one can start at once', async () => {
  await world.app.database.execute(sql`
    insert into reconciliation_runs (id, provider, status, started_at, from_at, until_at)
    values ('rec_dead', 'bulkpe', 'running', ${world.app.clock.now()}, now(), now())`);
  world.app.clock.advance(1_000);
  expect(await reconcile()).toMatchObject({ status: 'done' });
  expect((await runs())[1]).toMatchObject({
    id: 'rec_dead',
    status: 'failed',
    error: 'The server stopped during the comparison',
  });
});

test('adds the bank’s UTR only to payments that were paid without one', async () => {
  const { id, reference } = await paid();
  const [mine, another] = [id, (await paid()).id];
  const { book } = world.provider;
  const wrong = book.findByReference((await world.find(another)).referenceId as string)?.transactionId;
  const real = book.list;
  Object.assign(book, {
    list: () =>
      real().map((transfer) => (transfer.transactionId === wrong ? { ...transfer, amountPaise: 7 } : transfer)),
  });
  const utrs = async (of: string) =>
    (await world.call<{ attempts: { utr: string | null }[] }>('GET', `/api/withdrawals/${of}`)).body.attempts.map(
      ({ utr }) => utr,
    );
  expect(await utrs(mine)).toEqual([null]);
  await reconcile();
  expect(await utrs(mine)).toEqual([expect.stringMatching(/^\d{12}$/)]);
  expect(await utrs(mine)).toEqual([book.findByReference(reference)?.utr]);
  expect(await utrs(another)).toEqual([null]);
  Object.assign(book, { list: real });
});
