import { expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { createTestApp } from '#test/test-app.ts';
import { withoutTriggers } from '#test/without-triggers.ts';

const USERS = 480;

const app = await createTestApp();
// Users at the same instant and in many hours of three months, with repeated names and balances, and some deleted ones.
await app.database.execute(sql`
  insert into users (uid, name, email, created_at)
  select 'u' || n, 'Name ' || n % 7, case when n % 5 = 0 then null else 'person' || n || '@mail.example' end,
    '2026-01-01T00:00:00Z'::timestamptz + n % 90 * interval '17 hours 25 minutes'
  from generate_series(1, ${USERS}) n`);
await app.database.execute(sql`insert into wallets (user_id) select id from users`);
await withoutTriggers(
  app.database,
  sql`update wallets set balance = case when user_id % 11 = 0 then 0 else user_id % 40 end`,
);
await app.database.execute(sql`update users set deleted_at = now() where id % 11 = 0`);

const list = async (query: string): Promise<{ users: { uid: string; coins: number }[]; total: number }> =>
  (await app.call('GET', `/api/users?${query}`)).body;

const ORDER = {
  createdAt: 'u.created_at',
  name: `lower(coalesce(u.name, 'Unnamed User'))`,
  email: `lower(coalesce(u.email, 'No Email'))`,
  coins: 'w.balance',
} as const;

test.for(
  (['createdAt', 'name', 'email', 'coins'] as const).flatMap((sort) =>
    (['asc', 'desc'] as const).map((order) => [sort, order] as const),
  ),
)(
  // covers 000-users.8 000-users.14
  'every page by %s %s equals its part of the whole list',
  async ([sort, order]) => {
    const whole = (
      await app.database.pool.query<{ uid: string }>(
        `select u.uid from users u join wallets w on w.user_id = u.id where u.deleted_at is null
       order by ${ORDER[sort]} ${order}, u.id ${order}`,
      )
    ).rows.map(({ uid }) => uid);
    for (const limit of [7, 100]) {
      for (let page = 1; (page - 2) * limit <= whole.length; page += 1) {
        const { users, total } = await list(`sort=${sort}&order=${order}&limit=${limit}&page=${page}`);
        expect(total).toBe(whole.length);
        expect(users.map(({ uid }) => uid)).toEqual(whole.slice((page - 1) * limit, page * limit));
      }
    }
  },
);

// covers 000-users.14
test('updates the pages at once when a user joins or is deleted', async () => {
  const before = await list('limit=5&page=40');
  await app.database.execute(sql`insert into users (uid, created_at) values ('newest', '2026-12-01T00:00:00Z')`);
  const after = await list('limit=5&page=40');
  expect(after.users.slice(1)).toEqual(before.users.slice(0, 4));
  await app.database.execute(sql`update users set deleted_at = now() where uid = 'newest'`);
  expect(await list('limit=5&page=40')).toEqual(before);
});

test.for([
  ['one letter', '5'],
  ['two letters', 'U1'],
  ['two punctuation characters', '@m'],
  ['a LIKE wildcard', '%'],
  ['two LIKE wildcards', '_%'],
  ['a non-ASCII letter', 'é'],
  ['quotes and a backslash', `"O'Neil" \\`],
  ['three letters', 'son'],
] as const)('a search for %s finds exactly the users that match', async ([, search]) => {
  await app.database.execute(sql`
    insert into users (uid, name) values ('odd-1', '100 %'), ('odd-2', 'a_%b'), ('odd-3', 'Renée'), ('odd-4', ${`"O'Neil" \\ ltd`}) on conflict do nothing`);
  const all = await app.database.query<{ uid: string; words: string }>(sql`
    select uid, lower(concat_ws(' ', uid, coalesce(name, ''), coalesce(email, ''), coalesce(phone, ''))) as words
    from users where deleted_at is null`);
  const expected = all.filter(({ words }) => words.includes(search.toLowerCase())).map(({ uid }) => uid);
  const { users, total } = await list(`limit=500&search=${encodeURIComponent(search)}`);
  expect(users.map(({ uid }) => uid).toSorted()).toEqual(expected.toSorted());
  expect(total).toBe(expected.length);
});
