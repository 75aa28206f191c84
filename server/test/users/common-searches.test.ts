// covers 000-users.14
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { createTestApp } from '#test/test-app.ts';

/** More than the matches that a search collects. */
const USERS = 50_001;

const app = await createTestApp();
// All match "person", every third "gamma", the first 9,900 "alpha" (a fifth, all at the end of the list), and 909
// "beta", evenly spread.
await app.database.execute(sql`
  insert into users (uid, name, created_at)
  select 'u' || n, 'Person' || case when n % 3 = 0 then ' gamma' else '' end || case when n <= 9900 then ' alpha' else '' end || case when n % 55 = 0 then ' beta' else '' end,
    '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute'
  from generate_series(1, ${USERS}) n`);
await app.database.execute(sql`analyze users`);

const get = async <Answer>(path: string): Promise<Answer> => (await app.call('GET', path)).body;
const list = async (query: string) => {
  const { users, ...totals } = await get<{ users: { uid: string }[]; total: number; totalUsers: number }>(
    `/api/users?limit=3&${query}`,
  );
  return { ...totals, uids: users.map(({ uid }) => uid) };
};
const uids = (...numbers: number[]) => numbers.map((n) => `u${n}`);

test('finds every page of a frequent search whose matches are all at the end of the list', async () => {
  for (let time = 0; time < 5; time += 1)
    expect(await list('search=alpha')).toMatchObject({
      success: true,
      total: 1_000,
      totalUsers: USERS,
      uids: uids(9900, 9899, 9898),
    });
  expect((await list('search=alpha&page=3300')).uids).toMatchObject(uids(3, 2, 1));
});

test.for([
  ['nearly all users', 'person', [50_001, 50_000, 49_999], [1, 2, 3]],
  ['a third of the users', 'GAMMA', [50_001, 49_998, 49_995], [3, 6, 9]],
] as const)(
  'reports more than 1,000 matches as 1,000, in the order of the list: %s',
  async ([, search, newest, oldest]) => {
    const more = { success: true, total: 1_000, totalUsers: USERS };
    expect(await list(`search=${search}`)).toMatchObject({ ...more, uids: uids(...newest) });
    expect(await list(`search=${search}&order=asc`)).toMatchObject({ ...more, uids: uids(...oldest) });
  },
);

test('exports every row of a search without a total when it matches too many to count', async () => {
  for (const [search, total, written] of [
    ['person', null, USERS],
    ['beta', 909, 909],
  ] as const) {
    const id = randomUUID();
    await app.call('GET', `/api/exports/users.csv?search=${search}&exportId=${id}`);
    await expect
      .poll(() => get(`/api/exports/${id}/progress`))
      .toEqual({ success: true, export: { status: 'done', written, total } });
  }
});
