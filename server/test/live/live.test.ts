import { LIVE_EVERY_MS, type LiveMessage } from '@muneem/contract/live';
import { afterEach, expect, test, vi } from 'vitest';
import { createLiveStream } from '#features/live/live-stream.ts';
import { checkLedger } from '#features/ledger/index.ts';
import { openHolds } from '#features/withdrawals/index.ts';
import { hashToken } from '#platform/crypto/index.ts';
import { sql } from '#platform/database/index.ts';
import { createLogger } from '#platform/logger/index.ts';
import { openAdminSession, SESSION_PASSWORD } from '#test/admin-session.ts';
import { buildUser } from '#test/builders/users.ts';
import { createSecondNode, createTestApp } from '#test/test-app.ts';
import { messages } from './messages.ts';
import { LISTENER } from './listener.ts';

const app = await createTestApp();
const session = await openAdminSession(app);
const base = await app.listen();
afterEach(() => vi.useRealTimers());

async function listen(): Promise<{ next(): Promise<LiveMessage | undefined>; close(): void }> {
  const controller = new AbortController();
  const response = await fetch(`${base}/api/live`, { headers: session.headers, signal: controller.signal });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  // Reads from the start: fetch ends an unread stream as soon as its response is garbage-collected.
  const stream = messages(response.body as never);
  let first: ReturnType<typeof stream.next> | undefined = stream.next();
  return {
    next: async () => {
      const next = first ?? stream.next();
      first = undefined;
      return (await next).value as LiveMessage | undefined;
    },
    close: () => controller.abort(),
  };
}

const createUser = (uid: string): Promise<unknown> =>
  app.database.execute(sql`insert into users (uid) values (${uid})`);

test('sends pending notices at once, then the name of each list that any session changes', async () => {
  const live = await listen();
  expect(await live.next()).toEqual({
    topics: [],
    waiting: { withdrawals: 0, offerClaims: 0, problems: 0, proposals: null },
    payoutsStopped: null,
    restoredTo: null,
    role: 'owner',
    systemName: 'Muneem',
  });
  await createUser('live-1');
  expect((await live.next())?.topics).toEqual(['users']);
  await createUser('reporter');
  expect((await live.next())?.topics).toEqual(['users']);
  await app.call('POST', '/api/users/reporter/problems', {
    title: 'No coins',
    description: 'I finished the offer.',
    type: 'payment',
  });
  const told = await live.next();
  expect(told?.topics).toContain('problems');
  expect(told?.waiting.problems).toBe(1);
  live.close();
});

test('finds changes without a counter in the audit log', async () => {
  const live = await listen();
  await live.next();
  await app.database.execute(sql`
    insert into audit_log (actor_kind, actor_id, actor_name, action, entity_type, entity_id)
    values ('admin', 'a', 'A', 'offer.update', 'offer', 'ofr_1'), ('admin', 'a', 'A', 'session.end', 'session', 'ses_1')`);
  expect((await live.next())?.topics).toEqual(['offers']);
  live.close();
});

test('sends a ledger breach and its end to every window, and at once to a new window', async () => {
  const { id } = await buildUser(app, { coins: 40 });
  const move = async (coins: number): Promise<void> => {
    await app.database.execute(sql`alter table wallets disable trigger user`);
    await app.database.execute(sql`update wallets set balance = balance + ${coins} where user_id = ${id}`);
    await app.database.execute(sql`alter table wallets enable trigger user`);
    await checkLedger(app.database, { clock: app.clock, openHolds });
  };
  const live = await listen();
  const until = async (isStopped: boolean): Promise<LiveMessage> => {
    for (;;) {
      const message = await live.next();
      if (message === undefined) throw new Error('the stream ended');
      if ((message.payoutsStopped !== null) === isStopped) return message;
    }
  };
  expect((await live.next())?.payoutsStopped).toBeNull();
  await move(5);
  const told = await until(true);
  expect(told.topics).toContain('withdrawals');
  expect(told.payoutsStopped).toEqual({
    since: expect.stringMatching(/^\d{4}-.+Z$/),
    finding: expect.stringContaining('45 coins'),
    findings: 2,
  });
  const late = await listen();
  expect(await late.next()).toMatchObject({ topics: [], payoutsStopped: told.payoutsStopped });
  late.close();
  await move(-5);
  expect((await until(false)).topics).toContain('withdrawals');
  live.close();
});

test('ends the stream of an ended session at the next check', async () => {
  const logger = createLogger('fatal');
  let isSignedIn = true;
  const live = createLiveStream({ database: app.database, clock: app.clock, logger, everyMs: 50, beatMs: 50 });
  const stream = live.open(LISTENER, async () => (isSignedIn ? LISTENER : null));
  const ended = (async () => {
    for await (const message of messages(stream)) expect(message).toBeDefined();
  })();
  isSignedIn = false;
  await ended;
  await live.stop();
});

test('opens no stream for a HEAD request, which would never end', async () => {
  const head = () => fetch(`${base}/api/live`, { method: 'HEAD', headers: session.headers });
  for (let i = 0; i < 10; i += 1) await head();
  const live = await listen();
  expect(await live.next()).toBeDefined();
  live.close();
  expect((await head()).status).toBe(404);
});

test('refuses a stream without a session, and an eleventh stream of one administrator', async () => {
  expect((await fetch(`${base}/api/live`)).status).toBe(401);
  const open = await Promise.all(Array.from({ length: 10 }, listen));
  for (const live of open) expect(await live.next()).toBeDefined();
  const refused = await fetch(`${base}/api/live`, { headers: session.headers });
  expect(refused.status).toBe(429);
  for (const live of open) live.close();
  await expect
    .poll(
      async () => {
        const controller = new AbortController();
        const { status } = await fetch(`${base}/api/live`, { headers: session.headers, signal: controller.signal });
        controller.abort();
        return status;
      },
      { interval: 250 },
    )
    .toBe(200);
});

test('keeps streams open during a database outage, and sends the change after it', async () => {
  const logger = createLogger('fatal');
  let isAway = false;
  const query: typeof app.database.query = (...statement) =>
    isAway ? Promise.reject(new Error('away')) : app.database.query(...statement);
  const live = createLiveStream({
    database: { ...app.database, query },
    clock: app.clock,
    logger,
    everyMs: 30,
    beatMs: 10_000,
  });
  const stream = messages(live.open(LISTENER, async () => LISTENER));
  await stream.next();
  isAway = true;
  await createUser('while-away');
  isAway = false;
  expect(((await stream.next()).value as LiveMessage).topics).toEqual(['users']);
  await live.stop();
});

test('lets the server stop while windows still listen', async () => {
  const other = await createTestApp();
  const { headers } = await openAdminSession(other);
  const response = await fetch(`${await other.listen()}/api/live`, { headers });
  const ended = (async () => {
    for await (const message of messages(response.body as never)) expect(message.topics).toEqual([]);
  })();
  await other.close();
  await ended;
});

test('ends the streams of a disabled administrator at once on every server, and sends them no later change', async () => {
  await app.start();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const other = await createSecondNode(app);
  const { adminId, headers } = await openAdminSession(app, 'leaves@example.com');
  const streams = await Promise.all(
    [base, await other.listen()].map(async (url) => {
      const { body } = await fetch(`${url}/api/live`, { headers });
      const stream = messages(body as never);
      expect((await stream.next()).value).toMatchObject({ topics: [] });
      return stream;
    }),
  );
  await app.must('POST', `/api/admins/${adminId}/disable`, { password: SESSION_PASSWORD });
  await createUser('after-the-end');
  vi.advanceTimersByTime(500);
  for (const stream of streams) expect(await stream.next()).toEqual({ done: true, value: undefined });
  await other.stop();
});

test('sends no change to an ended session, even if it is found first', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { headers, token } = await openAdminSession(app, 'signs-out@example.com');
  const stream = messages((await fetch(`${base}/api/live`, { headers })).body as never);
  await stream.next();
  await app.database.execute(
    sql`update admin_sessions set ended_at = now(), ended_by = 'sign_out' where token_hash = ${hashToken(token)}`,
  );
  await createUser('after-the-sign-out');
  vi.advanceTimersByTime(LIVE_EVERY_MS);
  expect(await stream.next()).toEqual({ done: true, value: undefined });
});
