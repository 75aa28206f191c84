import { describe, expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { createOidcApp } from './oidc-app.ts';

const app = await createOidcApp();

const isLive = async (token: string | undefined): Promise<boolean> => (await app.verify(token ?? '')).status === 200;

describe('a back-channel logout', () => {
  it('ends the session that the provider has ended, and no other', async () => {
    const first = await app.browser().signInAs('farah');
    const second = await app.browser().signInAs('farah');
    const [sid] = app.provider.sessionsOf('farah');
    expect(await app.sendLogout(app.provider.logoutToken({ sub: 'farah', sid }))).toBe(200);
    expect([await isLive(first.token), await isLive(second.token)]).toEqual([false, true]);
    const [entry] = await app.database.query(sql`
      select actor_name, after ->> 'adminId' as admin_id from audit_log where action = 'auth.provider_sign_out'`);
    expect(entry).toMatchObject({ actorName: 'Identity provider' });
  });

  it('ends all sessions of a person, but none that a password opened', async () => {
    const opened = [await app.browser().signInAs('admin'), await app.browser().signInAs('admin')];
    const byPassword = await app.signIn();
    expect(await app.sendLogout(app.provider.logoutToken({ sub: 'admin' }))).toBe(200);
    expect(await Promise.all(opened.map(({ token }) => isLive(token)))).toEqual([false, false]);
    expect(await isLive(byPassword)).toBe(true);
  });

  it('refuses a replayed token', async () => {
    const token = app.provider.logoutToken({ sub: 'sunil' });
    expect(await app.sendLogout(token)).toBe(200);
    const { token: session } = await app.browser().signInAs('sunil');
    expect(await app.sendLogout(token)).toBe(400);
    expect(await isLive(session)).toBe(true);
  });

  it.each<[string, Record<string, unknown>]>([
    ['of another issuer', { iss: 'https://login.other.example' }],
    ['for another application', { aud: 'another-application' }],
    ['without an event', { events: {} }],
    ['with a nonce, such as an ID token', { nonce: 'x' }],
    ['that names no sign-in', { sub: undefined }],
    ['without an id', { jti: undefined }],
    ['that is an hour old', { iat: Math.floor(Date.now() / 1000) - 3_600 }],
    ['without a time', { iat: undefined }],
  ])('refuses a token %s', async (_title, claims) => {
    const { token } = await app.browser().signInAs('sunil');
    expect(await app.sendLogout(app.provider.logoutToken({ sub: 'sunil', ...claims }))).toBe(400);
    expect(await isLive(token)).toBe(true);
  });

  it('refuses a changed, an unsigned and a wrongly signed token, and audits each refusal', async () => {
    const { token: session } = await app.browser().signInAs('sunil');
    const [head = '', claims = '', signature = ''] = app.provider.logoutToken({ sub: 'sunil' }).split('.');
    const other = app.provider.logoutToken({ sub: 'farah' }).split('.')[2] ?? '';
    const none = Buffer.from('{"alg":"none","typ":"logout+jwt"}').toString('base64url');
    const tokens = ['x', `${head}.${claims}.${other}`, `${none}.${claims}.`, `${none}.${claims}.${signature}`];
    for (const token of tokens) expect(await app.sendLogout(token)).toBe(400);
    expect(await isLive(session)).toBe(true);
    const refused = await app.database.getValue<number>(
      sql`select count(*)::int from audit_log where action = 'auth.provider_sign_out_refused'`,
    );
    expect(refused).toBeGreaterThanOrEqual(tokens.length);
  });
});
