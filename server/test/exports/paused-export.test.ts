import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { EXPORT_UNTAKEN_MINUTES } from '@muneem/contract/exports';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession, SESSION_PASSWORD, type TestSession } from '#test/admin-session.ts';
import { createTestApp } from '#test/test-app.ts';

const ROWS = 70_000;

const app = await createTestApp();
// Job workers send the mails about a disabled administrator.
await app.start();
const session = await openAdminSession(app);
// 31 MB: more than the tests read and the buffers of a connection hold together. No test searches these rows.
await app.database.execute(sql`
  do $$ declare i text; begin
    for i in select indexrelid::regclass::text from pg_index join pg_class c on c.oid = indexrelid join pg_am a on a.oid = c.relam
      where indrelid = 'users'::regclass and a.amname = 'gin'
    loop execute 'drop index ' || i; end loop;
  end $$`);
await app.database.execute(sql`
  insert into users (uid, name) select 'u' || n, repeat('x', 400) from generate_series(1, ${ROWS}) n`);
const base = await app.listen();
const downloads: IncomingMessage[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const download of downloads) download.destroy();
});

const get = (url: string) => app.http.fastify.inject({ url, headers: session.headers });
const progressOf = async (id: string, { headers } = session) =>
  (await app.call('GET', `/api/exports/${id}/progress`, undefined, { headers })).body.export as {
    readonly status: string;
    readonly written: number;
    readonly endedBecause?: string;
  };
const statusOf = async (id: string): Promise<string> => (await progressOf(id)).status;

/** A download that stops reading after its head. */
async function pausedDownload(id: string, { headers } = session): Promise<IncomingMessage> {
  const request = httpGet(`${base}/api/exports/users.csv?exportId=${id}`, { headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  response.pause();
  return response;
}

test('counts a download that its client paused for minutes as one of the three running exports', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const ids = [randomUUID(), randomUUID(), randomUUID()];
  downloads.push(...(await Promise.all(ids.map((id) => pausedDownload(id)))));
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
    '3 of your exports are already running. Wait until one has finished.',
  ]);
  for (const download of downloads) download.destroy();
  await expect
    .poll(() => Promise.all(ids.map(statusOf)), { timeout: 10_000 })
    .toEqual(['cancelled', 'cancelled', 'cancelled']);
  expect((await get('/api/exports/users.csv')).statusCode).toBe(200);
});

const LOOKS_EVERY_MS = 15_000;
const isBroken = (download: IncomingMessage): boolean => download.destroyed && !download.complete;

/** Reads `bytes`, or one chunk more. */
function take(download: IncomingMessage, bytes: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let taken = 0;
  const count = (chunk: Buffer): void => {
    taken += chunk.length;
    if (taken < bytes) return;
    download.off('data', count).pause();
    resolve();
  };
  download.on('data', count).resume();
  return promise;
}

/** Lets minutes pass without reading. @returns the progress after them */
async function pass(minutes: number, id: string) {
  for (let looks = (minutes * 60_000) / LOOKS_EVERY_MS; looks > 0; looks -= 1) {
    vi.advanceTimersByTime(LOOKS_EVERY_MS);
    await progressOf(id);
  }
  return progressOf(id);
}

test('continues a slow download, and ends one that reads nothing for ten minutes with a reason', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const id = randomUUID();
  const download = await pausedDownload(id);
  downloads.push(download);
  let before = -1;
  for (let round = 0; round < 3; round += 1) {
    const { status, written } = await pass(EXPORT_UNTAKEN_MINUTES - 1, id);
    expect(status).toBe('running');
    expect(written).toBeGreaterThan(before);
    before = written;
    await take(download, 2_500_000);
  }
  await pass(EXPORT_UNTAKEN_MINUTES, id);
  // The last read counts first: it starts the ten minutes anew.
  await expect
    .poll(() => pass(1, id), { timeout: 10_000 })
    .toMatchObject({ status: 'cancelled', endedBecause: 'not_taken' });
  download.resume();
  await expect.poll(() => isBroken(download), { timeout: 10_000 }).toBe(true);
});

describe('a running export', () => {
  let thief: TestSession;
  const post = (url: string, { headers }: TestSession, payload: object = {}) =>
    app.http.fastify.inject({ method: 'POST', url, headers, payload });

  test.each<[string, (owner: TestSession, other: TestSession) => Promise<{ statusCode: number }>]>([
    ['its administrator signs out everywhere else', (owner) => post('/api/account/sessions/end-others', owner)],
    [
      'its administrator is disabled',
      (owner, other) => post(`/api/admins/${owner.adminId}/disable`, other, { password: SESSION_PASSWORD }),
    ],
    ['it is signed out', () => post('/api/auth/logout', thief)],
  ])('ends when %s, even while the client reads nothing', async (what, end) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const email = `${what.replaceAll(/\W/g, '-')}@example.com`;
    thief = await openAdminSession(app, email);
    const owner = await openAdminSession(app, email);
    const id = randomUUID();
    const download = await pausedDownload(id, thief);
    downloads.push(download);
    expect((await end(owner, session)).statusCode).toBe(200);
    vi.advanceTimersByTime(LOOKS_EVERY_MS);
    const ended = () => app.database.query(sql`select status, ended_because as because from exports where id = ${id}`);
    await expect.poll(ended, { timeout: 10_000 }).toEqual([{ status: 'cancelled', because: 'session_ended' }]);
    download.resume();
    await expect.poll(() => isBroken(download), { timeout: 10_000 }).toBe(true);
  });

  test('reads no row later than half a second after the session has ended', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    thief = await openAdminSession(app, 'moving@example.com');
    const owner = await openAdminSession(app, 'moving@example.com');
    const id = randomUUID();
    const download = await pausedDownload(id, thief);
    downloads.push(download);
    expect((await post('/api/account/sessions/end-others', owner)).statusCode).toBe(200);
    vi.advanceTimersByTime(500);
    download.resume();
    await expect
      .poll(() => progressOf(id, owner), { timeout: 10_000 })
      .toMatchObject({ status: 'cancelled', endedBecause: 'session_ended' });
    expect((await progressOf(id, owner)).written).toBeLessThan(ROWS);
    await expect.poll(() => isBroken(download), { timeout: 10_000 }).toBe(true);
  });
});
