import { createHmac } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { SYSTEM_ACTORS, writeAudit } from '#platform/audit-log/index.ts';
import { sql, transaction, type Tx } from '#platform/database/index.ts';
import { startTarget, status, type ReceivedCall, type TrackingTarget } from '#test/custom-postbacks/tracking-target.ts';
import { createSecondNode, createTestApp, type TestApp } from '#test/test-app.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const METRICS_TOKEN = 'metrics-token-of-a-test';

let app: TestApp;
let receiver: TrackingTarget;
beforeEach(async () => {
  receiver = await startTarget();
});

const open = async (settings: Readonly<Record<string, string>> = {}): Promise<void> => {
  app = await createTestApp({
    AUDIT_STREAM_URL: receiver.url,
    AUDIT_STREAM_SECRET: `whsec_${KEY}`,
    POSTBACK_RETRY_DELAYS_S: '0',
    METRICS_TOKEN,
    ...settings,
  });
};

const write = (tx: Tx, name: string): Promise<void> =>
  writeAudit(tx, SYSTEM_ACTORS.start, 'tests.write', ['test', name], {
    after: { url: `https://t.example/?token=${name}` },
  });
const add = (...names: string[]): Promise<void> =>
  transaction(app.database, async (tx) => {
    for (const name of names) await write(tx, name);
  });

interface Sent {
  readonly type: string;
  readonly timestamp: string;
  readonly data: { readonly id: number; readonly recordId: string };
}
const read = ({ body }: ReceivedCall): Sent => JSON.parse(body) as Sent;
const names = (): string[] => receiver.calls.map((call) => read(call).data.recordId);
const received = () => expect.poll(names, { timeout: 20_000 });
const many = (count: number): string[] => Array.from({ length: count }, (_, i) => `n${i}`);
const cursor = (): Promise<number> => app.database.getValue(sql`select sent_id from audit_stream`);
const idOf = (name: string): Promise<number> =>
  app.database.getValue(sql`select id from audit_log where entity_id = ${name}`);

/** Waits until a server has looked for new entries this many times. */
async function looks(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    const since = await app.database.getValue<Date>(sql`select clock_timestamp()`);
    const look = sql`
      select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and query like '%pg_snapshot_xmin%' and state = 'idle' and query_start > ${since}`;
    await expect.poll(() => app.database.getValue(look), { timeout: 10_000, interval: 10 }).toBeGreaterThan(0);
  }
}

test('sends every entry once, in order, signed by Standard Webhooks and without secrets', async () => {
  await open();
  await add(...many(150));
  await app.start();
  await received().toEqual(many(150));
  await expect.poll(cursor).toBe(await idOf('n149'));

  const { entries } = (await app.call('GET', '/api/audit?recordId=n0')).body;
  const [call] = receiver.calls;
  if (call === undefined) throw new Error('nothing was received');
  expect(read(call)).toEqual({
    type: 'audit.entry',
    timestamp: entries[0].at,
    data: { ...entries[0], after: { url: 'https://t.example/?token=••••' } },
  });
  const { headers, method } = call;
  expect([method, headers['content-type']]).toEqual(['POST', 'application/json']);
  expect(headers['webhook-id']).toBe(`audit_${entries[0].id}_${Date.parse(entries[0].at)}`);
  expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1_000)).toBeLessThan(60);
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], call.body].join('.');
  const signature = createHmac('sha256', Buffer.from(KEY, 'base64')).update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${signature}`);
});

// Ids are given before the commit: the entry with the lower number becomes visible last.
test('skips no entry of a transaction that commits after a later one', async () => {
  await open();
  await app.start();
  const early = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  const slow = transaction(app.database, async (tx) => {
    await write(tx, 'first');
    early.resolve();
    await late.promise;
  });
  await early.promise;
  await add('second');
  await looks(2);
  expect(names()).toEqual([]);
  late.resolve();
  await slow;
  await received().toEqual(['first', 'second']);
});

test('gives a transaction its number before its entries get theirs', async () => {
  await open();
  // The first id after a checkpoint is logged, and takes a number in any case.
  await add('any');
  const entry = await app.database.getOne<{ before: string | null }>(sql`
    insert into audit_log (actor_kind, actor_id, actor_name, action, entity_type, entity_id, before)
    select 'system', 's', 's', 'tests.write', 'test', 'x', to_jsonb(pg_current_xact_id_if_assigned()::text)
    returning before`);
  expect(entry.before).toMatch(/^\d+$/);
});

test('sends again until the receiver accepts, and loses nothing while it is down', async () => {
  await open();
  await receiver.close();
  await add('a', 'b');
  await app.start();
  const failures = () => app.database.getValue<number>(sql`select failures from audit_stream`);
  await expect.poll(failures, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
  expect(await cursor()).toBeLessThan(await idOf('a'));
  const reader = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } };
  const body = await app.must<string>('GET', '/metrics', undefined, reader);
  expect(body).toMatch(/^muneem_cluster_audit_stream_failures [2-9]/m);
  expect(body).toMatch(/^muneem_cluster_audit_stream_lag_seconds \d/m);
  expect(body).toMatch(/^muneem_audit_stream_calls_total{outcome="failed"} [2-9]/m);

  // The same port as before.
  receiver = await startTarget(Number(new URL(receiver.url).port));
  receiver.behave((call, response, callNumber) => {
    if (callNumber === 1) status(500)(call, response);
    else if (callNumber === 2) status(302, '', { location: receiver.url })(call, response);
    else if (callNumber === 3) response.destroy();
    else response.end();
  });
  await received().toEqual(['a', 'a', 'a', 'a', 'b']);
  const ids = receiver.calls.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(2);
  await expect.poll(failures).toBe(0);
});

test('waits as long as the back-off and the receiver ask', async () => {
  await open({ POSTBACK_RETRY_DELAYS_S: '60,86400' });
  app.clock.set('2026-11-21T06:00:00Z');
  const due = () =>
    app.database.getValue<number>(
      sql`select extract(epoch from next_attempt_at - ${app.clock.now()}::timestamptz)::float8 from audit_stream where failures > 0`,
    );
  receiver.behave(status(503, '', { 'retry-after': '300' }));
  await add('a');
  await app.start();
  await received().toEqual(['a']);
  await expect.poll(due).toBe(300);
  receiver.behave(status(500));
  app.clock.advance(300_000);
  await received().toEqual(['a', 'a']);
  // A day would be too long for a stream: at most 15 minutes, with jitter.
  await expect.poll(due).toBeGreaterThan(700);
  expect(await due()).toBeLessThanOrEqual(1_080);
});

test('sends from one of two servers at a time, and from the other after a stop or a crash', async () => {
  await open();
  const second = await createSecondNode(app);
  let underWay = 0;
  let most = 0;
  receiver.behave((_call, response) => {
    most = Math.max(most, (underWay += 1));
    setTimeout(() => {
      underWay -= 1;
      response.end();
    }, 20);
  });
  await add(...many(60));
  await Promise.all([app.start(), second.start()]);
  await received().toEqual(many(60));
  expect(most).toBe(1);

  // A server that stops before it has noted an answer leaves the entry to be sent again.
  await expect.poll(cursor).toBe(await idOf('n59'));
  await second.stop();
  await add('after the stop');
  await received().toEqual([...many(60), 'after the stop']);
  await expect.poll(cursor).toBe(await idOf('after the stop'));

  // A server that died while it was sending: its lease ends.
  await app.database.execute(
    sql`update audit_stream set claims = claims + 1, next_attempt_at = ${new Date(Date.now() + 3_000)}`,
  );
  await add('after the crash');
  await received().toEqual([...many(60), 'after the stop', 'after the crash']);
});

test('stops in the middle of a slow answer, and the next start goes on there', async () => {
  await open();
  receiver.behave((_call, response, callNumber) => void (callNumber === 3 ? undefined : response.end()));
  await add('a', 'b', 'c', 'd');
  await app.start();
  await received().toEqual(['a', 'b', 'c']);
  const startedAt = performance.now();
  await app.stop();
  // The call would end after 10 s.
  expect(performance.now() - startedAt).toBeLessThan(9_000);
  const next = await createSecondNode(app);
  await next.start();
  await received().toEqual(['a', 'b', 'c', 'c', 'd']);
  await next.stop();
});

test('sends nothing from an unconfirmed restored copy', async () => {
  await open();
  await add('a');
  await app.database.query(sql`select mark_restored(now())`);
  const copy = await createSecondNode(app);
  await copy.start();
  await looks(2);
  expect(receiver.calls).toEqual([]);
  expect(await app.database.getValue(sql`select claims from audit_stream`)).toBe(0);
  await app.database.execute(sql`update restores set confirmed_at = now(), confirmation = 'checked'`);
  await app.database.execute(sql`update cache_versions set version = version + 1 where topic = 'restores'`);
  await received().toContain('a');
  await copy.stop();
});

test('leaves out entries that are older than AUDIT_RETENTION_DAYS', async () => {
  await open({ AUDIT_RETENTION_DAYS: '365', ARCHIVE_DIR: '/tmp' });
  await app.database.execute(sql`
    insert into audit_log (at, actor_kind, actor_id, actor_name, action, entity_type, entity_id)
    select now() - age * interval '1 day', 'system', 's', 's', 'tests.write', 'test', age || ' days'
    from unnest('{400, 366, 364, 1, 366}'::int[]) age`);
  await app.start();
  await received().toEqual(['364 days', '1 days']);
  await expect.poll(cursor).toBe(await app.database.getValue<number>(sql`select max(id) from audit_log`));
});
