import { afterEach, describe, expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { createOidcApp } from './oidc-app.ts';

const app = await createOidcApp();
afterEach(() => app.provider.fail(undefined));

const countSessions = (): Promise<number> =>
  app.database.getValue<number>(sql`select count(*)::int from admin_sessions`);

/** Expects that the last sign-in was refused for this reason, opened no session and was audited. */
async function expectRefused(path: unknown, reason: string, sessionsBefore: number): Promise<void> {
  expect(path).toBe(`/login?oidc=${reason}`);
  expect((await app.refusals()).at(-1)).toBe(reason);
  expect(await countSessions()).toBe(sessionsBefore);
}

describe('a sign-in is refused', () => {
  it.each([
    ['with the nonce of another sign-in', 'wrong_nonce', 'refused'],
    ['of another issuer', 'other_issuer', 'refused'],
    ['for another application', 'other_audience', 'refused'],
    ['that an unpublished key signed', 'foreign_key', 'refused'],
    ['of a clock that is an hour ahead', 'clock_ahead', 'clock'],
    ['of a clock that is two hours behind', 'clock_behind', 'clock'],
  ] as const)('%s', async (_title, fault, reason) => {
    const before = await countSessions();
    app.provider.fail(fault);
    const browser = app.browser();
    await expectRefused(await browser.goAs('farah'), reason, before);
    expect((await browser.exchange()).status).toBe(410);
  });

  it.each([
    ['of an address that is not verified', 'leela', 'unverified'],
    ['of a person who was not invited, and creates no admin', 'gopal', 'not_invited'],
  ])('%s', async (_title, person, reason) => {
    const before = await countSessions();
    await expectRefused(await app.browser().goAs(person), reason, before);
    const admins = await app.database.getValue<number>(
      sql`select count(*)::int from admins where email = ${`${person}@muneem.example`}`,
    );
    expect(admins).toBe(person === 'gopal' ? 0 : 1);
  });

  it('of a disabled admin, also between the confirmation and the session', async () => {
    const setDisabled = (at: Date | null) =>
      app.database.execute(sql`update admins set disabled_at = ${at} where email = 'sunil@muneem.example'`);
    const browser = app.browser();
    expect(await browser.goAs('sunil')).toBe('/login?oidc=confirmed');
    await setDisabled(app.clock.now());
    const before = await countSessions();
    expect(await browser.exchange()).toMatchObject({ status: 410, body: { code: 'gone' } });
    await expectRefused(await app.browser().goAs('sunil'), 'not_invited', before);
    await setDisabled(null);
  });

  it('when the person cancels it at the provider', async () => {
    const browser = app.browser();
    const { body } = await browser.start();
    const { searchParams } = new URL(String(body['url']));
    const before = await countSessions();
    const iss = encodeURIComponent(app.provider.url);
    const query = `?error=access_denied&state=${searchParams.get('state') ?? ''}&iss=${iss}`;
    await expectRefused(await browser.comeBack(query), 'cancelled', before);
  });
});

describe('a stolen or replayed step', () => {
  /** A browser that the provider has just sent back. */
  const sentBack = async () => {
    const browser = app.browser();
    const { body } = await browser.start();
    return { browser, query: await browser.atProvider(String(body['url']), 'farah') };
  };

  it('is refused without the cookie of its browser, so an attacker cannot sign a victim in as themselves', async () => {
    const before = await countSessions();
    const { query } = await sentBack();
    const victim = app.browser();
    await expectRefused(await victim.comeBack(query), 'expired', before);
    const busy = (await sentBack()).browser;
    await expectRefused(await busy.comeBack(query), 'expired', before);
    expect((await busy.exchange()).status).toBe(410);
  });

  it('is refused with a changed cookie, an expired one and one of another step', async () => {
    const before = await countSessions();
    const { browser, query } = await sentBack();
    const cookie = browser.cookie();
    browser.setCookie(`${cookie.slice(0, -4)}AAAA`);
    await expectRefused(await browser.comeBack(query), 'expired', before);
    browser.setCookie(cookie);
    expect((await browser.exchange()).status).toBe(410);
    browser.setCookie(cookie);
    app.clock.advance(600_000);
    await expectRefused(await browser.comeBack(query), 'expired', before);
    app.clock.set(new Date());
  });

  it('is refused for a code that was used before', async () => {
    const { browser, query } = await sentBack();
    const cookie = browser.cookie();
    expect(await browser.comeBack(query)).toBe('/login?oidc=confirmed');
    expect((await browser.exchange()).status).toBe(200);
    const before = await countSessions();
    browser.setCookie(cookie);
    await expectRefused(await browser.comeBack(query), 'expired', before);
  });

  it('opens one session when a confirmed sign-in is exchanged twice at once', async () => {
    const { browser, query } = await sentBack();
    await browser.comeBack(query);
    const before = await countSessions();
    const twin = app.browser();
    twin.setCookie(browser.cookie());
    const answers = await Promise.all([browser.exchange(), twin.exchange()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410]);
    expect(await countSessions()).toBe(before + 1);
  });

  it('expires a minute after its confirmation', async () => {
    const { browser, query } = await sentBack();
    await browser.comeBack(query);
    app.clock.advance(61_000);
    expect((await browser.exchange()).status).toBe(410);
    app.clock.set(new Date());
  });
});

describe('a start', () => {
  it('is refused from another site, and on a page of another address', async () => {
    const cross = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect((await app.browser().start({}, cross)).status).toBe(403);
    const elsewhere = { 'sec-fetch-site': 'same-origin', origin: 'http://10.0.0.5:3000', host: '10.0.0.5:3000' };
    expect(await app.browser().start({}, elsewhere)).toMatchObject({
      status: 409,
      body: { message: 'Open https://admin.example.com to sign in with Company. It returns to that address.' },
    });
  });

  it.each(['https://evil.example/', '//evil.example'])('never returns to %s', async (next) => {
    expect((await app.browser().start({ next })).status).toBe(400);
  });

  it('is limited per network', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    for (let count = 0; count < 30; count += 1) expect((await app.browser().start({}, headers)).status).toBe(200);
    expect((await app.browser().start({}, headers)).status).toBe(429);
  });
});
