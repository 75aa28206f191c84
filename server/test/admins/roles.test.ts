import type { AnyRoute } from '@muneem/contract/http';
import { hasRight, noRightText, ROLES, type Role } from '@muneem/contract/rights';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession, SESSION_PASSWORD, type TestSession } from '#test/admin-session.ts';
import { offerInput } from '#test/builders/offers.ts';
import { createTestApp } from '#test/test-app.ts';

const app = await createTestApp();
const sessions = {} as Record<Role, TestSession>;
beforeAll(async () => {
  // Jobs send the mails about changes.
  await app.start();
  for (const role of ROLES) sessions[role] = await openAdminSession(app, `${role}@example.com`, { role });
});
afterAll(() => app.close());

const call = (method: string, url: string, { headers }: Pick<TestSession, 'headers'>, payload?: object | string) =>
  app.http.fastify.inject({
    method: method as 'GET',
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(payload === undefined ? {} : { payload }),
    payloadAsStream: method === 'GET',
  });
const setRole = (whom: TestSession, role: Role, by = sessions.owner) =>
  call('POST', `/api/admins/${whom.adminId}/role`, by, { role, password: SESSION_PASSWORD });

describe('every route and every role', () => {
  /** A body that no parser accepts, so that an allowed call changes nothing. */
  const broken = ({ method }: AnyRoute) => (method === 'GET' ? undefined : '{');
  const reply = async (route: AnyRoute, session: Pick<TestSession, 'headers'>) => {
    const answer = await call(route.method, route.path.replaceAll(/:[A-Za-z]+/g, 'x'), session, broken(route));
    if (route.method !== 'GET') return { status: answer.statusCode, text: answer.body };
    const { statusCode } = answer;
    if (statusCode !== 403) answer.stream().destroy();
    return { status: statusCode, text: statusCode === 403 ? await textOf(answer.stream()) : '' };
  };

  it('lets each role call exactly the routes of its rights', async () => {
    const routes = app.http.routes.filter(({ auth }) => auth === 'admin' || auth === 'admin-or-platform');
    expect(routes.length).toBeGreaterThan(130);
    const wrong: string[] = [];
    for (const route of routes)
      for (const role of ROLES) {
        const { status, text } = await reply(route, sessions[role]);
        const isRight = hasRight(role, route.right)
          ? status !== 401 && status !== 403
          : status === 403 && (JSON.parse(text) as { message: string }).message === noRightText(role, route.right);
        if (!isRight) wrong.push(`${role} ${route.method} ${route.path}: ${status} ${text}`);
      }
    expect(wrong).toEqual([]);
    for (const route of routes) expect((await reply(route, { headers: { authorization: '' } })).status).toBe(401);
  });

  it('gives an owner every right, and an auditor no change', () => {
    const admins = app.http.routes.filter(({ right }) => right !== undefined);
    expect(admins.filter(({ right }) => !hasRight('owner', right))).toEqual([]);
    const changes = admins.filter(({ method, right }) => method !== 'GET' && hasRight('auditor', right));
    expect(changes.map(({ path }) => path).filter((path) => !path.startsWith('/api/account/'))).toEqual([
      '/api/auth/logout',
      '/api/inbound-postbacks/explain',
    ]);
  });
});

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}

describe('a changed role', () => {
  it('counts from the next request, keeps the session, and is audited and mailed', async () => {
    const asha = await openAdminSession(app, 'asha@example.com', { role: 'finance' });
    expect((await call('DELETE', '/api/users/none', asha)).json()).toEqual({
      success: false,
      code: 'forbidden',
      message: 'Your role, Finance, cannot delete users or export their personal data. Ask an owner.',
    });
    expect((await setRole(asha, 'owner')).json()).toEqual({ success: true, message: 'The role is now Owner.' });
    expect((await call('DELETE', '/api/users/none', asha)).statusCode).toBe(404);
    expect((await setRole(asha, 'support')).statusCode).toBe(200);
    expect((await call('DELETE', '/api/users/none', asha)).statusCode).toBe(403);
    const entries = await app.database.query<{ before: object; after: object }>(
      sql`select before, after from audit_log where action = 'admins.change-role' and entity_id = ${asha.adminId} order by id`,
    );
    expect(entries).toMatchObject([
      { before: { role: 'finance', email: asha.email }, after: { role: 'owner' } },
      { before: { role: 'owner' }, after: { role: 'support' } },
    ]);
    const mails = await app.database.query<{ to: string }>(sql`
      select distinct data ->> 'to' as to from jobs.job
      where name = 'admins-change-mail' and data ->> 'whom' = ${asha.email} and data ->> 'change' = 'role_changed'`);
    expect(mails.map(({ to }) => to).toSorted()).toEqual(['asha@example.com', 'owner@example.com']);
  });

  it('is refused for oneself, an unknown role, the same role and a wrong password', async () => {
    expect((await setRole(sessions.owner, 'auditor')).json()).toMatchObject({
      message: 'You cannot change your own role. Ask another owner.',
    });
    expect((await setRole(sessions.finance, 'king' as Role)).statusCode).toBe(400);
    expect((await setRole(sessions.finance, 'finance')).json()).toMatchObject({ code: 'wrong_state' });
    const wrong = { role: 'support', password: 'not it' };
    const answer = await call('POST', `/api/admins/${sessions.finance.adminId}/role`, sessions.owner, wrong);
    expect(answer.json()).toMatchObject({ code: 'invalid_otp' });
  });

  it('leaves an owner if two demote or disable each other at once', async () => {
    for (const path of ['role', 'disable'])
      for (let round = 0; round < 5; round += 1) {
        const [first, second] = await Promise.all(
          ['a', 'b'].map((name) => openAdminSession(app, `${name}-${path}-${round}@example.com`, { role: 'owner' })),
        );
        const body = { role: 'support', password: SESSION_PASSWORD };
        const answers = await Promise.all([
          call('POST', `/api/admins/${first!.adminId}/${path}`, second!, body),
          call('POST', `/api/admins/${second!.adminId}/${path}`, first!, body),
        ]);
        expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
      }
  });

  it('keeps an owner even if the database is changed by hand', async () => {
    for (const change of [sql`update admins set role = 'auditor'`, sql`update admins set disabled_at = now()`])
      await expect(app.database.execute(change)).rejects.toThrow('at least one active owner must remain');
  });
});

describe('what a role does not see', () => {
  const get = async (url: string, session: TestSession) =>
    JSON.parse(await textOf((await call('GET', url, session)).stream()));

  it('shows Support the last four characters of a phone, and an auditor no token', async () => {
    const { database, clock } = app;
    await database.execute(sql`
      insert into users (uid, name, email, phone, created_at)
      values ('masked', 'Masked', 'masked@example.com', '+91 98765 43210', ${clock.now()})`);
    expect((await get('/api/users/masked', sessions.support)).user.phone).toBe('••••3210');
    expect((await get('/api/users?search=masked', sessions.support)).users[0].phone).toBe('••••3210');
    expect((await get('/api/users/masked', sessions.finance)).user.phone).toBe('+91 98765 43210');
    const seen = (await get('/api/settings', sessions.auditor)).settings.securityKey;
    expect(seen).toBe('••••');
    expect((await get('/api/settings', sessions.owner)).settings.securityKey).not.toContain('•');
  });

  it('shows Finance no token with which they could pay an event by postback', async () => {
    const tokens = { postbackToken: 'a-token-of-one-offer' };
    const { offer } = (await call('POST', '/api/offers', sessions.owner, offerInput(tokens))).json();
    expect((await get(`/api/offers/${offer._id}`, sessions.offers)).postbackToken).toBe(tokens.postbackToken);
    expect((await get(`/api/offers/${offer._id}`, sessions.finance)).postbackToken).toBe('••••');
  });

  it('gives every role the whole secret of their own authenticator app', async () => {
    for (const role of ROLES) {
      const answer = await call('POST', '/api/account/authenticator', sessions[role], { password: SESSION_PASSWORD });
      const { secret, uri } = answer.json<{ secret: string; uri: string }>();
      expect(secret, role).toMatch(/^[A-Z2-7]{16,}$/);
      expect(new URL(uri).searchParams.get('secret'), role).toBe(secret);
    }
  });

  it('shows on the dashboard only what the role may open', async () => {
    const support = await get('/api/stats', sessions.support);
    expect(support.days).toBeUndefined();
    expect(support.setUp).toBeUndefined();
    expect((await get('/api/stats', sessions.auditor)).days).toHaveLength(30);
  });
});
