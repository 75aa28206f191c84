import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { raw, sql, type Sql } from '#platform/database/index.ts';
import { openAdminSession, type TestSession } from '#test/admin-session.ts';
import { createDeliveryApp } from '#test/custom-postbacks/delivery-app.ts';
import { withoutTriggers } from '#test/without-triggers.ts';

/** `PAGES_SEED` repeats a run. A failure prints the seed. */
const SEED = Number(process.env['PAGES_SEED'] ?? Date.now() % 2 ** 31);
const ROWS = 60;
const LIMIT = 7;

const app = await createDeliveryApp({}, { now: '2026-11-21T06:00:00.000Z', breaksBooks: true });
const { database } = app;
const offerId = await app.createOffer();
const postbacks = [
  await app.addPostback(offerId, { companyId: 'one' }),
  await app.addPostback(offerId, { companyId: 'two' }),
];
await database.execute(sql`insert into users (uid, name) values ('asha', 'Asha Rao')`);
afterAll(() => app.close());

interface TestList {
  readonly path: string;
  readonly rows: string;
  readonly id: string;
  /** The tables and the order of the whole list. */
  readonly whole: string;
  readonly add: (n: number) => Sql;
  readonly remove: (id: string) => Sql;
}

/** Few different values: most rows share theirs with others. */
const minutesAgo = (n: number): string => `'2026-11-20T06:00:00.123456Z'::timestamptz + ${n % 9} * interval '1 minute'`;

const addUser = (n: number): Sql => sql`
  with added as (
    insert into users (uid, name, created_at) values (${`u${n}`}, ${`Name ${n % 5}`}, ${raw(minutesAgo(n))}) returning id
  )
  insert into wallets (user_id, balance) select id, ${n % 4} from added`;
const users = (sort: string, order: string, value: string): TestList => ({
  path: `/api/users?search=name&sort=${sort}&order=${order}`,
  rows: 'users',
  id: 'uid',
  whole: `select u.uid as id from users u join wallets w on w.user_id = u.id where u.deleted_at is null order by ${value} ${order}, u.id ${order}`,
  add: addUser,
  remove: (uid) => sql`update users set deleted_at = now() where uid = ${uid}`,
});

const withdrawals = (path: string, order: string, value: string): TestList => ({
  path: `/api/withdrawals/${path}&order=${order}`,
  rows: 'withdrawals',
  id: 'id',
  whole: `select id from withdrawals order by ${value} ${order}, id ${order}`,
  add: (n) => sql`
    insert into withdrawals (id, user_id, user_uid, hold_journal_id, coins, amount_paise, method, upi_id, status, created_at, verified_at)
    select ${`wdr_${n}`}, id, uid, 1, ${10 + (n % 4)}, 1000, 'upi', 'asha@okbank', 'rejected', ${raw(minutesAgo(n))},
      ${raw(minutesAgo(n * 7))} from users where uid = 'asha'`,
  remove: (id) => sql`delete from withdrawals where id = ${id}`,
});

const conversions = (sort: string, order: string, value: string): TestList => ({
  path: `/api/conversion-reports?sort=${sort}&order=${order}`,
  rows: 'conversions',
  id: 'conversionId',
  whole: `select id from conversions order by ${value} ${order}, id ${order}`,
  // Five months apart: the list spans partitions. The two payouts order the rows differently.
  add: (n) => sql`
    insert into conversions (id, created_at, click_id, click_created_at, offer_id, offer_title, event_name, event_key, source, status,
      user_payout_paise, referral_payout_paise)
    select 'cnv_' || lpad(${String(n)}, 26, '0'), at, lpad(${String(n)}, 26, '0'), at, ${offerId}, 'Offer', 'install', 'install', 'postback', 'approved',
      ${n % 4}, ${2 * (3 - (n % 4))}
    from (select ${raw(minutesAgo(n))} - ${n % 3} * interval '5 months' as at) t`,
  remove: (id) => sql`delete from conversions where id = ${id}`,
});

const payments = (order: string): TestList => ({
  path: `/api/manual-payment-history?order=${order}`,
  rows: 'history',
  id: '_id',
  whole: `select id from manual_payments order by paid_at ${order}, id ${order}`,
  add: (n) => sql`
    insert into manual_payments (id, click_id, conversion_id, user_name, user_email, offer_id, offer_title, reward_coins, paid_by, search_text, paid_at)
    values (${`pay_${n}`}, ${`c${n}`}, ${`v${n}`}, 'Asha', '', ${offerId}, 'Offer', 1, 'Admin', '', ${raw(minutesAgo(n))})`,
  remove: (id) => sql`delete from manual_payments where id = ${id}`,
});

const deliveries = (order: string): TestList => ({
  path: `/api/offers/${offerId}/postback-deliveries?order=${order}`,
  rows: 'deliveries',
  id: '_id',
  whole: `select 'dlv_' || id as id from postback_deliveries order by conversion_id ${order}, postback_deliveries.id ${order}`,
  // Two postbacks of each conversion.
  add: (n) => sql`
    insert into postback_deliveries (custom_postback_id, conversion_id, priority, macros)
    values (${postbacks[n % 2]!._id}, ${`cnv_${Math.floor(n / 2) % 1_000}`}, 1, '{"event_name": "install", "click_id": "c"}')`,
  remove: (id) => sql`delete from postback_deliveries where 'dlv_' || id = ${id}`,
});

const clicks: TestList = {
  path: '/api/clicks?',
  rows: 'clicks',
  id: 'clickId',
  whole: 'select id from clicks order by created_at desc, id desc',
  add: (n) => sql`
    insert into clicks (id, created_at, offer_id, status)
    select lpad(${String(n)}, 26, '0'), date_trunc('second', ${raw(minutesAgo(n))}), ${offerId}, 'clicked'`,
  remove: (id) => sql`delete from clicks where id = ${id}`,
};

const LISTS: readonly TestList[] = [
  users('createdAt', 'desc', 'u.created_at'),
  users('name', 'asc', `lower(u.name)`),
  { ...users('coins', 'desc', 'w.balance'), path: '/api/users?sort=coins' },
  withdrawals('all?status=rejected', 'asc', 'created_at'),
  withdrawals('all?search=okbank&sort=coins', 'desc', 'coins'),
  withdrawals('history?search=', 'desc', 'verified_at'),
  conversions('createdAt', 'desc', 'created_at'),
  conversions('createdAt', 'asc', 'created_at'),
  conversions('userPayout', 'desc', 'user_payout_paise'),
  conversions('totalPayout', 'asc', 'total_payout_paise'),
  payments('desc'),
  deliveries('desc'),
  deliveries('asc'),
  clicks,
];

interface Page {
  readonly ids: readonly string[];
  readonly anchor?: string;
  readonly isLast: boolean;
}

let admin: TestSession | undefined;

async function open(list: TestList, page: number, anchor?: string): Promise<Page> {
  const query = `&limit=${LIMIT}&page=${page}${anchor === undefined ? '' : `&anchor=${anchor}`}`;
  const body = await app.must('GET', list.path + query, undefined, admin);
  const rows = body[list.rows] as Record<string, unknown>[];
  return { ids: rows.map((row) => String(row[list.id])), anchor: body['anchor'], isLast: body['isLast'] as boolean };
}

const idsOf = async ({ whole }: TestList): Promise<string[]> =>
  (await database.query<{ id: string }>(raw(whole))).map(({ id }) => id);

let added = 0;
const add = (list: TestList): Promise<void> => withoutTriggers(database, list.add((added += 1)));

/** Between two pages rows come, and rows at these thousandths of the list go. */
const changes = fc.record({
  come: fc.nat(4),
  go: fc.array(fc.nat(999), { maxLength: 4 }),
});

/** Lets rows come, then go. @returns the ids of all rows, as they stand before any goes, and of those that went */
async function change(list: TestList, { come, go }: { come: number; go: readonly number[] }) {
  for (let n = 0; n < come; n += 1) await add(list);
  const all = await idsOf(list);
  const gone = new Set(go.map((share) => all[Math.floor((share / 1_000) * all.length)] as string));
  for (const id of gone) await withoutTriggers(database, list.remove(id));
  return { all, gone };
}

describe.sequential.each(LISTS)('$path', (list) => {
  // The rate limit counts each administrator's calls.
  beforeAll(async () => void (admin = await openAdminSession(app, `${added}@example.com`)));

  test('shows every row that stays exactly once going forward, while rows come and go', async () => {
    while ((await idsOf(list)).length < ROWS) await add(list);
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { minLength: 30, maxLength: 30 }), async (turns) => {
        const stay = new Set(await idsOf(list));
        let page = await open(list, 1);
        const seen = [...page.ids];
        for (let number = 2; !page.isLast; number += 1) {
          for (const id of (await change(list, turns[number % turns.length]!)).gone) stay.delete(id);
          page = await open(list, number, page.anchor);
          seen.push(...page.ids);
        }
        expect(new Set(seen).size).toBe(seen.length);
        expect([...stay].filter((id) => !seen.includes(id))).toEqual([]);
      }),
      { numRuns: 3, seed: SEED, endOnFailure: true },
    );
  });

  test('goes back to the rows before a page and forward to the rows after it, while rows come and go', async () => {
    while ((await idsOf(list)).length < ROWS) await add(list);
    await fc.assert(
      fc.asyncProperty(changes, async (turn) => {
        const middle = await open(list, 4, (await open(list, 3)).anchor);
        const { all, gone } = await change(list, turn);
        const left = (ids: readonly string[]) => ids.filter((id) => !gone.has(id));
        // A row that went still marks where its page began or ended.
        const earlier = left(all.slice(0, all.indexOf(middle.ids[0]!)));
        const fromStart = left(all.slice(all.indexOf(middle.ids[0]!)));
        const later = left(all.slice(all.indexOf(middle.ids.at(-1)!) + 1));
        expect((await open(list, 3, middle.anchor)).ids).toEqual(earlier.slice(-LIMIT));
        expect((await open(list, 4, middle.anchor)).ids).toEqual(fromStart.slice(0, LIMIT));
        expect((await open(list, 6, middle.anchor)).ids).toEqual(later.slice(LIMIT, 2 * LIMIT));
      }),
      { numRuns: 4, seed: SEED, endOnFailure: true },
    );
  });
});

test('opens a page by its number if fewer rows than a page come before the anchor', async () => {
  const list = LISTS[0]!;
  const second = await open(list, 2);
  for (const id of (await idsOf(list)).slice(0, 3)) await withoutTriggers(database, list.remove(id));
  const third = await open(list, 3, (await open(list, 2, second.anchor)).anchor);
  for (const id of (await idsOf(list)).slice(0, 9)) await withoutTriggers(database, list.remove(id));
  expect((await open(list, 2, third.anchor)).ids).toEqual((await idsOf(list)).slice(LIMIT, 2 * LIMIT));
  expect((await open(list, 1, third.anchor)).ids).toEqual((await idsOf(list)).slice(0, LIMIT));
});

const encoded = (...parts: unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');
test.for([
  ['no JSON', 'x'],
  ['another order', encoded('name', 1, 'a', 1, 'b', 2)],
  ['no time', encoded('createdAt', 1, 'a', 1, 'b', 2)],
  ['no id', encoded('createdAt', 1, '2026-11-20 06:00:00+00', 'x', '2026-11-20 06:00:00+00', 'x')],
  ['an object for an id', encoded('createdAt', 1, '2026-11-20 06:00:00+00', {}, '2026-11-20 06:00:00+00', {})],
  ['a character that cannot be stored', encoded('createdAt', 1, '\0', 1, '\0', 1)],
  ['no page', encoded('createdAt', null, '2026-11-20 06:00:00+00', 1, '2026-11-20 06:00:00+00', 1)],
])('refuses an anchor with %s', async ([, anchor]) => {
  const { status, body } = await app.call('GET', `/api/users?page=2&anchor=${anchor}`);
  expect([status, body.code, body.message]).toEqual([
    400,
    'bad_request',
    'The anchor does not belong to this list. Leave it out to open the page by its number.',
  ]);
});
