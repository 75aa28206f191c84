import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession, type TestSession } from '#test/admin-session.ts';
import { createTestApp, type TestApp } from '#test/test-app.ts';

let app: TestApp;
let session: TestSession;
let base: string;
beforeAll(async () => {
  app = await createTestApp();
  session = await openAdminSession(app);
  // More than the buffers of a connection hold. Nobody searches here, so the rows need no indexes of words.
  await app.database.execute(sql`
    do $$ declare i text; begin
      for i in select indexrelid::regclass::text from pg_index join pg_class c on c.oid = indexrelid join pg_am a on a.oid = c.relam
        where indrelid = 'users'::regclass and a.amname = 'gin'
      loop execute 'drop index ' || i; end loop;
    end $$`);
  await app.database.execute(sql`
    insert into users (uid, name) select 'u' || n, repeat('x', 400) from generate_series(1, 40000) n`);
  base = await app.listen();
});
const downloads: IncomingMessage[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const download of downloads) download.destroy();
});
afterAll(() => app.close());

const get = (url: string) => app.http.fastify.inject({ url, headers: session.headers });
const statusOf = async (id: string): Promise<string> => (await get(`/api/exports/${id}/progress`)).json().export.status;

/** A download of which nothing is taken any more after its head. */
async function pausedDownload(id: string): Promise<IncomingMessage> {
  const request = httpGet(`${base}/api/exports/users.csv?exportId=${id}`, { headers: session.headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  response.pause();
  return response;
}

test('a download that its client pauses for minutes is still one of the three that may run', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const ids = [randomUUID(), randomUUID(), randomUUID()];
  downloads.push(...(await Promise.all(ids.map(pausedDownload))));
  const lastSeen = () =>
    app.database.query<{ seen: Date }>(sql`select min(seen_at) as seen from exports where status = 'running'`);
  for (let n = 0; n < 5; n += 1) {
    app.clock.advance(20_000);
    vi.advanceTimersByTime(20_000);
    await expect.poll(async () => (await lastSeen())[0]?.seen, { timeout: 10_000 }).toEqual(app.clock.now());
  }
  expect(await Promise.all(ids.map(statusOf))).toEqual(['running', 'running', 'running']);
  const fourth = await get('/api/exports/users.csv');
  expect([fourth.statusCode, fourth.json().message]).toEqual([
    429,
    '3 exports of yours are running already. Wait until one has finished.',
  ]);
  for (const download of downloads) download.destroy();
  await expect
    .poll(() => Promise.all(ids.map(statusOf)), { timeout: 10_000 })
    .toEqual(['cancelled', 'cancelled', 'cancelled']);
  expect((await get('/api/exports/users.csv')).statusCode).toBe(200);
});
