import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { createSecondNode } from '#test/test-app.ts';
import { EMAIL, renewAuthApp, type AuthApp } from './auth-app.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const app = await renewAuthApp({ isStarted: false });

const logout = (token: string) => app.post('logout', {}, { authorization: `Bearer ${token}` });

describe('a session', () => {
  // covers 000-4.5
  it('expires 12 hours after the last use without Remember Me', async () => {
    const token = await app.signIn();
    app.clock.advance(12 * HOUR_MS - 1);
    expect((await app.verify(token)).body['expiresAt']).toBe(
      new Date(app.clock.now().getTime() + 12 * HOUR_MS).toISOString(),
    );
    app.clock.advance(12 * HOUR_MS - 1);
    expect((await app.verify(token)).status).toBe(200);
    app.clock.advance(12 * HOUR_MS);
    expect(await app.verify(token)).toMatchObject({
      status: 401,
      body: { code: 'unauthorized', message: 'Your session has ended. Please sign in again.' },
    });
  });

  // covers 000-4.5 000-9.1
  it('expires 15 days after the last use with Remember Me', async () => {
    const token = await app.signIn({ remember: true });
    app.clock.advance(15 * DAY_MS - 1);
    expect((await app.verify(token)).body['expiresAt']).toBe(
      new Date(app.clock.now().getTime() + 15 * DAY_MS).toISOString(),
    );
    app.clock.advance(15 * DAY_MS);
    expect((await app.verify(token)).status).toBe(401);
  });

  it('moves its end at most every five minutes, also when it is verified', async () => {
    const token = await app.signIn({ remember: true });
    const ends: unknown[] = [(await app.verify(token)).body['expiresAt']];
    for (const ms of [5 * 60_000 - 1, 1, 5 * 60_000 - 1]) {
      app.clock.advance(ms);
      ends.push((await app.verify(token)).body['expiresAt']);
    }
    const moved = new Date(app.clock.now().getTime() - (5 * 60_000 - 1) + 15 * DAY_MS).toISOString();
    expect(ends).toEqual([ends[0], ends[0], moved, moved]);
  });

  it('is refused by every server as soon as it ends at one of them', async () => {
    const other = await createSecondNode(app);
    const [first, second] = [await openAdminSession(app, EMAIL), await openAdminSession(app, EMAIL)];
    const verify = async ({ http }: Pick<AuthApp, 'http'>, { headers }: typeof first): Promise<number> =>
      (await http.fastify.inject({ url: '/api/auth/verify', headers })).statusCode;
    const seen = () =>
      Promise.all([first, second].flatMap((session) => [verify(app, session), verify(other, session)]));
    expect(await seen()).toEqual([200, 200, 200, 200]);
    await logout(first.token);
    expect(await seen()).toEqual([401, 401, 200, 200]);
    await openAdminSession(app, 'another.owner@example.com');
    await app.database.execute(sql`update admins set disabled_at = now() where email = ${EMAIL}`);
    expect(await seen()).toEqual([401, 401, 401, 401]);
    await other.stop();
  });

  it('makes no change whose body arrives after its end', async () => {
    const owner = await openAdminSession(app, EMAIL);
    const thief = await openAdminSession(app, EMAIL);
    app.clock.advance(10 * 60_000);
    const late = request(`${await app.listen()}/api/account/sessions/end-others`, {
      method: 'POST',
      headers: { ...thief.headers, 'content-type': 'application/json' },
    });
    const answered = once(late, 'response') as Promise<[IncomingMessage]>;
    late.write('{');
    // The head of the request extends the session.
    const seen = sql`select from admin_sessions where last_seen_at = ${app.clock.now()}`;
    await expect.poll(async () => (await app.database.query(seen)).length).toBe(1);
    await logout(thief.token);
    late.end('}');
    const [answer] = await answered;
    answer.resume();
    expect(answer.statusCode).toBe(401);
    expect((await app.verify(owner.token)).status).toBe(200);
  });

  it('belongs to its own admin when many call at once', async () => {
    const emails = Array.from({ length: 12 }, (_, n) => `admin${n}@example.com`);
    const sessions = await Promise.all(emails.map((email) => openAdminSession(app, email)));
    const answers = await Promise.all([...sessions.map(({ token }) => token), 'unknown'].map(app.verify));
    expect(answers.map(({ body }) => (body['admin'] as { email: string } | undefined)?.email)).toEqual([
      ...emails,
      undefined,
    ]);
  });

  it('is extended by API calls', async () => {
    const token = await app.signIn();
    for (let i = 0; i < 5; i += 1) {
      app.clock.advance(6 * HOUR_MS);
      await app.must('GET', '/api/users', undefined, { headers: { authorization: `Bearer ${token}` } });
    }
  });

  it('is not extended by polling the progress of an export', async () => {
    const token = await app.signIn();
    const ask = async (): Promise<number> => {
      const url = '/api/exports/0b2f9d0e-4f3c-4c7e-9d4a-0a51c8f0a001/progress';
      const answer = await app.call('GET', url, undefined, { headers: { authorization: `Bearer ${token}` } });
      return answer.status;
    };
    for (const status of [404, 404, 401]) {
      expect(await ask()).toBe(status);
      app.clock.advance(6 * HOUR_MS);
    }
  });

  it('ends at the server on sign-out, without the other sessions', async () => {
    const first = await app.signIn();
    app.clock.advance(60_000);
    const second = await app.signIn();
    expect(await logout(first)).toMatchObject({ status: 200, body: { success: true } });
    expect((await app.verify(first)).status).toBe(401);
    expect((await logout(first)).status).toBe(401);
    expect((await app.verify(second)).status).toBe(200);
  });

  it('leaves its sign-in, sign-out and failures in the audit log', async () => {
    await app.post('login', { email: EMAIL, password: 'no' });
    await logout(await app.signIn());
    const rows = await app.database.query<{ action: string; name: string; ip: string | null }>(
      sql`select action, actor_name as name, host(ip) as ip from audit_log where actor_kind <> 'system' order by id`,
    );
    expect(rows.map((row) => row.action)).toEqual([
      'auth.sign_in_failed',
      'auth.code_sent',
      'auth.sign_in',
      'auth.sign_out',
    ]);
    expect(rows.every((row) => row.name === EMAIL && row.ip?.startsWith('198.18.'))).toBe(true);
  });
});
