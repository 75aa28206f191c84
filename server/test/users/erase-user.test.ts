import { expect, test } from 'vitest';
import { SESSION_PASSWORD } from '#test/admin-session.ts';
import { sql } from '#platform/database/index.ts';
import { startWithdrawalApp } from '#test/withdrawals/withdrawal-app.ts';
import { platformCaller } from '#test/test-app.ts';

/** In every personal field, so that one search finds all that is left. */
const MARK = 'zq7person';
const PHONE = '+91 99977 75551';
const IP = '198.51.100.77';
const UPI = `${MARK}@okbank`;
const ACCOUNT = '999777555123';

const world = await startWithdrawalApp();

const proof = { password: SESSION_PASSWORD };
const rows = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> =>
  world.app.database.prepared<Row>('', text, values);

/** Lists the tables with a row that contains a text, in any column. */
async function tablesWith(...texts: string[]): Promise<string[]> {
  const tables = await rows<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'jobs') and c.relkind in ('r', 'p') and not c.relispartition order by 1`);
  expect(tables.length).toBeGreaterThan(50);
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await rows<{ n: number }>(
      `select count(*) as n from ${name} t, unnest($1::text[]) w where strpos(lower(t::text), lower(w)) > 0`,
      [texts],
    );
    if ((row?.n ?? 0) > 0) found.push(name);
  }
  return found;
}

/** Creates a user with a row in every table that has personal data: by the product's routes, the rest by hand. */
async function buildPerson(uid: string): Promise<number> {
  const byPlatform = (method: 'POST' | 'PATCH', url: string, payload: object) =>
    world.app.must(method, url, payload, platformCaller());
  await byPlatform('POST', '/api/platform/users', {
    uid,
    name: `${MARK} Former`,
    email: `${MARK}@mail.example`,
    phone: PHONE,
    gender: MARK,
  });
  // An earlier name that only the audit log and an admin's search still have.
  await byPlatform('PATCH', `/api/platform/users/${uid}`, { name: `${MARK} Rao` });
  const [user] = await rows<{ id: number }>('select id from users where uid = $1', [uid]);
  const id = user?.id ?? 0;
  await rows(
    `insert into offers (id, title, description, coins, type, requirements, tracking_url)
     values ('ofr_' || $1, 'Game', 'Game', 250, 'install', 'None', 'https://network.example/?c={click_id}')`,
    [uid],
  );
  await byPlatform('POST', `/api/users/${uid}/problems`, {
    title: `${MARK} title`,
    description: `I am ${MARK}`,
    type: 'payment',
  });
  await byPlatform('POST', '/api/platform/offer-claims', { uid, offerId: `ofr_${uid}` });
  await rows(
    `with event as (insert into offer_events (offer_id, position, name, payout_paise) values ('ofr_' || $1, 1, 'install', 500) returning id),
     click as (
       insert into clicks (id, created_at, offer_id, user_id, status, p1, upi, params, click_ip, user_agent)
       values ('clk_' || $1, now(), 'ofr_' || $1, $2, 'clicked', $3, $4, jsonb_build_object('gaid', $3::text), $5, $3)),
     conversion as (
       insert into conversions (id, click_id, click_created_at, offer_id, offer_title, event_id, event_name, event_key, user_id, source, status,
         p2, click_ip, conversion_ip, city, external_data, created_at)
       select 'cnv_' || $1, 'clk_' || $1, now(), 'ofr_' || $1, 'Game', id, 'install', 'install', $2, 'postback', 'rejected', $3, $5, $5, 'Pune',
         jsonb_build_object('name', $3::text), now() from event),
     address as (insert into conversion_addresses (event_id, click_ip, conversion_id) select id, $5, 'cnv_' || $1 from event),
     logged as (
       insert into postback_log (id, click_id, method, url, body, ip, user_agent, verdict, http_status, received_at)
       values ('pbl_' || $1, 'clk_' || $1, 'GET', '/postback/ofr/install?name=' || $3, $3, $5, $3, 'over_cap', 200, now())),
     contradiction as (
       insert into contradictions (conversion_id, conversion_created_at, click_id, said, times, first_at, last_at, decision, reason, decided_at, decided_by)
       select 'cnv_' || $1, now(), 'clk_' || $1, said || $3, 1, now(), now(), 'dismissed', 'A friend of ' || $3, now(), 'Admin'
       from unnest('{status=,state=}'::text[]) as said),
     company as (
       insert into custom_postbacks (id, offer_id, company_name, company_id, event_id, postback_url)
       select 'cpb_' || $1, 'ofr_' || $1, 'OpenPixel', 'o', id, 'https://o.example/?c={p1}' from event returning id),
     delivery as (
       insert into postback_deliveries (custom_postback_id, conversion_id, priority, status, macros, finished_at)
       select id, 'cnv_' || $1, 1, 'delivered', jsonb_build_object('click_id', 'clk', 'user_ip', $5::text, 'p1', $3::text), now() from company returning id)
     insert into postback_attempts (delivery_id, number, custom_postback_id, method, url, success, ms, response, started_at)
     select id, 1, 'cpb_' || $1, 'GET', 'https://o.example/' || $3 || '?c=' || $3, true, 1, $3, now() from delivery`,
    [uid, id, MARK, UPI, IP],
  );
  await rows(
    `insert into manual_payments (id, click_id, conversion_id, user_id, user_name, user_email, offer_id, offer_title, reward_coins, paid_by, search_text, paid_at)
     values ('mpy_' || $1, 'clk_' || $1, 'cnv_' || $1, $2, $3, $3, 'ofr_' || $1, 'Game', 0, 'Admin', $3, now())`,
    [uid, id, MARK],
  );
  return id;
}

/** A withdrawal of the user that was paid, by UPI or bank. */
async function payTo(uid: string, userId: number, paymentMethod: object): Promise<string> {
  await rows(
    `select post_credits('{reward}', array[gen_random_uuid()::text], array[gen_random_uuid()], array[$1::bigint], '{100}', 'system', 'test', 'Test')`,
    [userId],
  );
  await rows("insert into ledger_corrections select max(id), 'Coins of a test', now() from journals");
  const { body } = await world.request({ uid, coins: 100, paymentMethod });
  return body.withdrawal.withdrawalId;
}

test('removes the person from every table and keeps the books', async () => {
  const uid = 'erased-1';
  const userId = await buildPerson(uid);
  const ids = [
    await payTo(uid, userId, { type: 'upi', upiId: UPI }),
    await payTo(uid, userId, { type: 'bank', accountNumber: ACCOUNT, ifscCode: 'HDFC0001234' }),
  ];

  // An admin searched for the person.
  for (const search of [MARK, UPI])
    expect((await world.call('POST', '/api/withdrawals/bulk-runs', { approved: false, search })).status).toBe(200);
  for (const search of [MARK, `${MARK} former`]) {
    await world.app.must('GET', `/api/exports/users.csv?search=${encodeURIComponent(search)}`, undefined, world.admin);
  }

  // An open withdrawal needs its destination.
  const early = await world.call('POST', `/api/users/${uid}/erase`, proof);
  expect(early).toMatchObject({ status: 409, body: { code: 'conflict' } });
  for (const id of ids) {
    await world.approve(id, uid);
    await world.until(id, 'completed');
  }
  const books = () => rows('select * from postings where user_id = $1 order by journal_id, line', [userId]);
  const before = await books();
  const breaches = await world.breaches();
  expect(await tablesWith(MARK, '99977', IP, ACCOUNT)).toEqual(
    expect.arrayContaining([
      'audit_log',
      'clicks',
      'idempotency_keys',
      'payout_attempts',
      'problems',
      'users',
      'withdrawals',
    ]),
  );

  const wrong = await world.call('POST', `/api/users/${uid}/erase`, { password: 'not-my-password' });
  expect(wrong.body.code).toBe('invalid_otp');
  const erased = await world.call<{ erasedAt: string }>('POST', `/api/users/${uid}/erase`, proof);
  expect(erased.status).toBe(200);

  expect(await tablesWith(MARK, '99977', IP, ACCOUNT)).toEqual([]);
  expect(await books()).toEqual(before);
  expect(await world.breaches()).toEqual(breaches);
  expect(
    await rows(
      'select coins, amount_paise, upi_id, account_number, status from withdrawals where user_id = $1 order by id',
      [userId],
    ),
  ).toEqual([
    { coins: 100, amountPaise: 10_000, upiId: 'erased', accountNumber: null, status: 'completed' },
    { coins: 100, amountPaise: 10_000, upiId: null, accountNumber: 'erased', status: 'completed' },
  ]);
  expect(await rows("select status, city from conversions where id = 'cnv_' || $1", [uid])).toEqual([
    { status: 'rejected', city: 'Pune' },
  ]);
  expect(
    await rows("select times, decision, reason from contradictions where conversion_id = 'cnv_' || $1", [uid]),
  ).toEqual(Array(2).fill({ times: 1, decision: 'dismissed', reason: 'erased' }));
  const audited = await rows<{ action: string }>('select action from audit_log where entity_id = $1 order by id', [
    uid,
  ]);
  expect(audited.map(({ action }) => action)).toEqual(['users.create', 'users.update', 'users.delete', 'users.erase']);

  // A repeat changes nothing, and says when it was done.
  const again = await world.call<{ erasedAt: string }>('POST', `/api/users/${uid}/erase`, proof);
  expect(again.body.erasedAt).toBe(erased.body.erasedAt);
  expect(await rows("select 1 from audit_log where entity_id = $1 and action = 'users.erase'", [uid])).toHaveLength(1);
});

test('leaves other users as they are', async () => {
  await buildPerson('stays-1');
  const before = await tablesWith(MARK);
  await buildPerson('erased-2');
  await world.call('POST', '/api/users/erased-2/erase', proof);
  expect(await tablesWith(MARK)).toEqual(before);
  expect(await rows("select name, created_at from users where uid = 'stays-1'")).toMatchObject([
    { name: `${MARK} Rao` },
  ]);
});

test('lets the server role change nothing else in append-only tables', async () => {
  const server = world.app.serverDatabase;
  await expect(server.execute(sql`select erase_user(id, now()) from users where uid = 'stays-1'`)).rejects.toThrow(
    'only a deleted user',
  );
  for (const change of [sql`update audit_log set after = '{}'`, sql`update manual_payments set user_name = 'x'`])
    await expect(server.execute(change)).rejects.toThrow('permission denied');
  // The owner of the tables needs the setting, and cannot change other columns with it.
  const owner = world.app.database;
  await expect(owner.execute(sql`update audit_log set after = '{}'`)).rejects.toThrow('append-only');
  for (const change of [
    "audit_log set action = 'x'",
    'postings set amount = 1',
    'manual_payments set reward_coins = 9',
  ])
    await expect(
      owner.pool
        .query(`begin; set local muneem.erasing = 'on'; update ${change}; commit`)
        .finally(() => owner.pool.query('rollback')),
    ).rejects.toThrow('append-only');
});

test('exports everything about one user, also a deleted one, without the key of an ad network', async () => {
  const uid = 'export-1';
  await buildPerson(uid);
  await rows(
    `with run as (
       insert into smart_poll_runs (id, kind, status, started_by, started_at, lease_until, finished_at)
       values ('spr_export', 'manual', 'completed', 'Admin', now(), now(), now()) returning id)
     insert into smart_polls (id, run_id, click_id, offer_id, offer_title, url, ms, outcome, answer, asked_at)
     select 'spl_export', id, 'clk_' || $1, 'ofr_' || $1, 'Game', 'https://network.example/?key=network-key', 1, 'recovered', '{}', now() from run`,
    [uid],
  );
  interface Export {
    personalData: { uid: string; cutShort: string[]; sections: Record<string, Record<string, unknown>[]> };
  }
  const exported = await world.app.must<Export>('POST', `/api/users/${uid}/personal-data`, proof);
  const { sections, cutShort } = exported.personalData;
  expect(cutShort).toEqual([]);
  expect(sections['users']).toMatchObject([{ uid, email: `${MARK}@mail.example`, phone: PHONE }]);
  for (const name of [
    'clicks',
    'conversions',
    'contradictions',
    'offerClaims',
    'manualPayments',
    'problems',
    'postbacks',
    'deliveries',
    'auditEntries',
  ])
    expect(sections[name]?.length, name).toBeGreaterThan(0);
  expect(sections['smartPolls']).toMatchObject([{ answer: '{}' }]);
  expect(JSON.stringify(exported)).not.toContain('network-key');
  const wrong = await world.call('POST', `/api/users/${uid}/personal-data`, { password: 'not-my-password' });
  expect(wrong.body.code).toBe('invalid_otp');
  const none = await world.call('POST', '/api/users/nobody/personal-data', proof);
  expect(none).toMatchObject({ status: 404, body: { code: 'user_not_found' } });
  await world.app.call('DELETE', `/api/users/${uid}`, undefined, world.admin);
  const deleted = await world.call<Export>('POST', `/api/users/${uid}/personal-data`, proof);
  expect(deleted.body.personalData.sections['users']).toMatchObject([{ uid, name: `${MARK} Rao` }]);
});
