import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession, type TestSession } from '#test/admin-session.ts';
import { createTestApp, type TestApp } from '#test/test-app.ts';

let app: TestApp;
let session: TestSession;

beforeAll(async () => {
  app = await createTestApp();
  session = await openAdminSession(app);
});
afterAll(() => app.close());

const download = (search = '') =>
  app.http.fastify.inject({
    method: 'GET',
    url: `/api/exports/users.csv?search=${encodeURIComponent(search)}`,
    headers: session.headers,
  });

test('exports every live user of the search once, over many pages, newest first', async () => {
  await app.database.execute(sql`
    insert into users (uid, name, created_at)
    select 'u' || n, 'User ' || n, '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 microsecond' from generate_series(1, 2500) n`);
  await app.database.execute(sql`update users set deleted_at = now() where uid = 'u7'`);
  const response = await download();
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.headers['content-disposition']).toMatch(/^attachment; filename="users-\d{4}-\d{2}-\d{2}\.csv"$/);
  const ids = response.body
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0]);
  expect(ids).toHaveLength(2499);
  expect(new Set(ids).size).toBe(2499);
  expect(ids[0]).toBe('u2500');
  expect((await download('USER 2499')).body.trim().split('\r\n')).toHaveLength(2);
});

test('a name that looks like a formula leaves as text, and quotes and line breaks stay in their cell', async () => {
  await app.database.execute(
    sql`insert into users (uid, name, phone) values ('formula', '=HYPERLINK("x","y")', '+91 98'), ('at', '@SUM(A1)', null)`,
  );
  const { body } = await download('formula');
  expect(body).toContain(`formula,"'=HYPERLINK(""x"",""y"")",No Email,'+91 98,`);
  expect((await download('@SUM')).body).toContain("at,'@SUM(A1),");
});

test('says who took the list out, and is refused without a session', async () => {
  await download('somebody');
  const rows = await app.database.query(
    sql`select actor_name, after from audit_log where action = 'users.export' order by id desc limit 1`,
  );
  expect(rows).toEqual([{ actor_name: session.email, after: { format: 'csv', search: 'somebody' } }]);
  expect((await app.http.fastify.inject({ method: 'GET', url: '/api/exports/users.csv' })).statusCode).toBe(401);
});
