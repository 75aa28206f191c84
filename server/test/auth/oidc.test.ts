import { afterEach, describe, expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { createAuthApp, lastFactor } from './auth-app.ts';
import { createOidcApp } from './oidc-app.ts';

const app = await createOidcApp();
afterEach(() => app.provider.fail(undefined));

describe('sign-in by the identity provider', () => {
  it('opens a session for an invited admin, by an email address in other letters, and mails them', async () => {
    const browser = app.browser();
    const session = await browser.signInAs('admin', { remember: true });
    expect(session).toEqual({
      success: true,
      token: expect.any(String),
      admin: expect.objectContaining({ email: 'admin@muneem.example' }),
      expiresAt: expect.any(String),
      remember: true,
    });
    const lifeDays = (Date.parse(String(session['expiresAt'])) - app.clock.now().getTime()) / 86_400_000;
    expect(lifeDays).toBeCloseTo(15, 1);
    expect((await app.verify(session.token ?? '')).status).toBe(200);
    expect(await lastFactor(app)).toBe('identity_provider');
    expect(browser.cookie(), 'its cookie is gone').toBe('');
    const [mail] = await app.database.query<{ data: object }>(
      sql`select data from jobs.job where name = 'auth-security-mail' order by created_on desc limit 1`,
    );
    expect(mail?.data).toEqual({ to: 'admin@muneem.example', about: 'provider_sign_in' });
  });

  it('lists the session beside others and ends it by Sign Out', async () => {
    const { token } = await app.browser().signInAs('farah');
    const caller = { headers: { authorization: `Bearer ${token}` } };
    const { body } = await app.call('GET', '/api/account/sessions', undefined, caller);
    expect(body.sessions).toMatchObject([{ current: true, remembered: false }]);
    expect((await app.call('POST', '/api/auth/logout', {}, caller)).status).toBe(200);
    expect((await app.verify(token ?? '')).status).toBe(401);
  });

  it('returns to the requested path, and sends PKCE, state and nonce', async () => {
    const browser = app.browser();
    const { body, headers } = await browser.start({ next: '/users?search=a' });
    const url = new URL(String(body['url']));
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'muneem',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: 'https://admin.example.com/api/auth/oidc/callback',
      response_type: 'code',
      scope: 'openid email',
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(headers['set-cookie']).toMatch(
      /^__Host-muneem-oidc=v1\.[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(await browser.comeBack(await browser.atProvider(url.href, 'farah'))).toBe(
      '/login?oidc=confirmed&next=%2Fusers%3Fsearch%3Da',
    );
  });

  it('reads the address from the token too', async () => {
    app.provider.putClaimsIntoToken();
    expect((await app.browser().signInAs('sunil')).admin).toMatchObject({ email: 'sunil@muneem.example' });
  });

  it('accepts new keys of the provider at once', async () => {
    await app.browser().signInAs('farah');
    app.provider.rotateKeys();
    expect((await app.browser().signInAs('farah')).token).toBeDefined();
  });

  it('accepts a clock that is 40 seconds ahead', async () => {
    app.provider.fail('slightly_ahead');
    expect((await app.browser().signInAs('farah')).token).toBeDefined();
  });

  it('says how to sign in while the provider is down, and recovers', async () => {
    app.provider.fail('down');
    app.clock.advance(61_000);
    expect(await app.browser().start()).toMatchObject({
      status: 503,
      body: {
        code: 'unavailable',
        message:
          'Company cannot be reached. Please try again in a few minutes. You can sign in with your password meanwhile.',
      },
    });
    app.provider.fail(undefined);
    expect((await app.browser().signInAs('farah')).token).toBeDefined();
  });

  it('explains a provider that goes down during the sign-in', async () => {
    const browser = app.browser();
    const { body } = await browser.start();
    const query = await browser.atProvider(String(body['url']), 'farah');
    app.provider.fail('down');
    expect(await browser.comeBack(query)).toBe('/login?oidc=unreachable');
  });

  it('names the provider to the sign-in page', async () => {
    expect((await app.call('GET', '/api/auth/first-run', undefined, { headers: {} })).body).toEqual({
      success: true,
      needsAdmin: false,
      provider: { name: 'Company', only: false },
    });
  });
});

it('changes nothing without a provider', async () => {
  const plain = await createAuthApp();
  const get = (url: string) => plain.call('GET', url, undefined, { headers: {} });
  expect((await get('/api/auth/first-run')).body).toEqual({ success: true, needsAdmin: false });
  expect((await get('/api/auth/oidc/callback?code=x&state=y')).status).toBe(404);
  expect((await plain.post('oidc/start', {})).status).toBe(404);
  expect(JSON.stringify((await get('/api/openapi.json')).body)).not.toContain('oidc');
  await plain.close();
});
