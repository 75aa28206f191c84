import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { countLockWaits } from '#test/lock-waits.ts';
import { callAs, enrol, giveCode, givePassword, type Enrolled } from './account-app.ts';
import { EMAIL, PASSWORD, lastFactor, renewAuthApp, stranger, wrongCode } from './auth-app.ts';
import { timeCode } from './time-code.ts';
import { holdLock } from '#test/hold-lock.ts';

const app = await renewAuthApp();
let token: string;
beforeEach(async () => void ({ token } = await openAdminSession(app, EMAIL)));

const call = (method: 'GET' | 'POST', path: string, body?: object) =>
  callAs(app, token, method, `/api/account/authenticator${path}`, body);

describe('adding an authenticator app', () => {
  it('asks for the password, shows the secret, and takes effect with the first right code', async () => {
    const refused = await call('POST', '', { password: 'not it' });
    expect(refused).toMatchObject({ status: 400, body: { message: 'That is not your password.' } });
    const setUp = (await call('POST', '', { password: PASSWORD })).body as unknown as { secret: string; uri: string };
    expect(setUp.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(setUp.uri);
    expect(uri.protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri.pathname)).toContain(EMAIL);
    expect(uri.searchParams.get('secret')).toBe(setUp.secret);
    expect(uri.searchParams.get('issuer')).toBe('Muneem');
    expect((await givePassword(app)).body['method']).toBeUndefined();
    await app.mail.next();
    const code = timeCode(setUp.secret, app.clock.now());
    expect((await call('POST', '/confirm', { code: wrongCode(code) })).status).toBe(400);
    const confirmed = await call('POST', '/confirm', { code });
    const codes = confirmed.body['recoveryCodes'] as string[];
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const recovery of codes) expect(recovery).toMatch(/^[A-Z2-7]{5}-[A-Z2-7]{5}$/);
    expect((await app.mail.next()).subject).toBe('Your Muneem authenticator app was added');
    expect((await call('GET', '')).body['authenticator']).toEqual({
      active: true,
      since: app.clock.now().toISOString(),
      recoveryCodesLeft: 10,
    });
    expect((await call('POST', '', { password: PASSWORD })).status).toBe(409);
  });

  it('ends a sign-in with a mailed code that began at the same time', async () => {
    const { secret } = (await call('POST', '', { password: PASSWORD })).body as unknown as { secret: string };
    const held = await holdLock(app.database, 'select from admins for no key update');
    const login = app.askForCode();
    await expect.poll(() => countLockWaits(app.database)).toBe(1);
    expect((await call('POST', '/confirm', { code: timeCode(secret, app.clock.now()) })).status).toBe(200);
    await held.release();
    expect((await giveCode(app, await login)).status).toBe(400);
  });

  it('stores neither the secret nor a recovery code in clear, nor logs one', async () => {
    const { secret, recoveryCodes } = await enrol(app, token);
    const [row] = await app.database.query<{ all: string }>(sql`
      select (select jsonb_agg(a)::text from admin_authenticators a) || (select jsonb_agg(c)::text from admin_recovery_codes c)
        || (select jsonb_agg(l)::text from audit_log l) as all`);
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(row?.all).not.toContain(text);
    expect(row?.all).toContain('auth.authenticator_added');
  });
});

describe('signing in with an authenticator app', () => {
  let app2: Enrolled;
  beforeEach(async () => void (app2 = await enrol(app, token)));

  it('mails no code and accepts the code of the app', async () => {
    const mails = app.mail.mails.length;
    const answer = await givePassword(app);
    expect(answer.body).toEqual({
      success: true,
      message: 'Enter the code of your authenticator app',
      method: 'authenticator',
    });
    app.clock.advance(60_000);
    expect((await app.post('resend-otp', { email: EMAIL })).status).toBe(200);
    expect(await giveCode(app, app2.code())).toMatchObject({ status: 200, body: { admin: { email: EMAIL } } });
    expect(app.mail.mails).toHaveLength(mails);
    expect(await lastFactor(app)).toBe('authenticator');
  });

  it.each([
    [-2, 400],
    [-1, 200],
    [1, 200],
    [2, 400],
  ])('answers a code that is %i steps away with %i', async (steps, status) => {
    app.clock.advance(120_000);
    await givePassword(app);
    expect((await giveCode(app, app2.code(steps))).status).toBe(status);
  });

  it('refuses a used code, an older code, and the code that confirmed the app', async () => {
    app.clock.advance(-30_000);
    await givePassword(app);
    expect((await giveCode(app, app2.code())).status).toBe(400);
    app.clock.advance(60_000);
    const used = app2.code();
    expect((await giveCode(app, used)).status).toBe(200);
    await givePassword(app);
    expect((await giveCode(app, used)).status).toBe(400);
    expect((await giveCode(app, app2.code(-1))).status).toBe(400);
    expect((await giveCode(app, app2.code(1))).status).toBe(200);
  });

  it('opens one session for 20 concurrent right codes', async () => {
    await givePassword(app);
    const answers = await Promise.all(Array.from({ length: 20 }, () => giveCode(app, app2.code())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('evaluates at most 5 of 60 guesses, 2 of a stranger, and 10 in 15 minutes', async () => {
    await givePassword(app);
    const code = app2.code();
    await Promise.all(Array.from({ length: 20 }, (_, i) => giveCode(app, wrongCode(code), stranger(i))));
    const count = async () =>
      (await app.database.query(sql`select 1 from audit_log where action = 'auth.sign_in_failed'`)).length;
    expect(await count()).toBe(2);
    await Promise.all(Array.from({ length: 40 }, () => giveCode(app, wrongCode(code))));
    expect(await count()).toBe(5);
    expect((await giveCode(app, code)).status).toBe(400);
    expect((await givePassword(app)).status).toBe(200);
    await Promise.all(Array.from({ length: 5 }, () => giveCode(app, wrongCode(code))));
    expect(await count()).toBe(10);
    expect((await givePassword(app)).status).toBe(429);
  });

  it('mails the owner after ten wrong codes, at most once a day', async () => {
    const warnings = () =>
      app.mail.mails.filter(({ subject }) => subject === 'Wrong sign-in codes for your Muneem account');
    const guessFiveTimes = async (): Promise<void> => {
      app.clock.advance(16 * 60_000);
      await givePassword(app);
      const code = wrongCode(app2.code());
      await Promise.all(Array.from({ length: 5 }, () => giveCode(app, code)));
    };
    await guessFiveTimes();
    expect(warnings()).toHaveLength(0);
    await guessFiveTimes();
    await guessFiveTimes();
    await expect.poll(warnings).toHaveLength(1);
    expect(warnings()[0]?.to?.[0]?.address).toBe(EMAIL);
    app.clock.advance(24 * 3_600_000);
    await guessFiveTimes();
    await guessFiveTimes();
    await expect.poll(warnings).toHaveLength(2);
  });

  it('accepts each recovery code once, in any spelling', async () => {
    const [first = '', second = ''] = app2.recoveryCodes;
    await givePassword(app);
    expect((await giveCode(app, first.toLowerCase().replace('-', ''))).status).toBe(200);
    await givePassword(app);
    expect((await giveCode(app, first)).status).toBe(400);
    expect((await giveCode(app, second)).status).toBe(200);
    expect(await lastFactor(app)).toBe('recovery_code');
    expect((await call('GET', '')).body['authenticator']).toMatchObject({ recoveryCodesLeft: 8 });
  });

  it('still needs the code after a password reset', async () => {
    await app.post('forgot-password', { email: EMAIL });
    const link = /token=([\w-]+)/.exec((await app.mail.next()).text ?? '')?.[1];
    await app.post('reset-password', { token: link, newPassword: 'another password' });
    expect((await app.post('login', { email: EMAIL, password: 'another password' })).body['method']).toBe(
      'authenticator',
    );
  });

  it('replaces the recovery codes for a fresh code', async () => {
    expect((await call('POST', '/recovery-codes', { code: wrongCode(app2.code()) })).status).toBe(400);
    const renewed = (await call('POST', '/recovery-codes', { code: app2.code() })).body['recoveryCodes'] as string[];
    expect(renewed).toHaveLength(10);
    await givePassword(app);
    expect((await giveCode(app, app2.recoveryCodes[0] ?? '')).status).toBe(400);
    expect((await giveCode(app, renewed[0] ?? '')).status).toBe(200);
  });

  it('removes the app for a fresh code only, and mails codes again', async () => {
    const fresh = app2.code();
    await givePassword(app);
    expect((await giveCode(app, fresh)).status).toBe(200);
    expect((await call('POST', '/remove', { code: fresh })).status).toBe(400);
    app.clock.advance(30_000);
    expect((await call('POST', '/remove', { code: app2.code() })).status).toBe(200);
    expect((await app.mail.next()).subject).toBe('Your Muneem authenticator app was removed');
    await app.signIn();
  });
});

it('refuses a recovery code or an empty code in place of a mailed code', async () => {
  await app.askForCode();
  expect((await giveCode(app, 'ABCDE-FGHIJ')).body).toMatchObject({ code: 'invalid_otp' });
  expect((await giveCode(app, '')).body).toMatchObject({ message: 'Please enter the 6-digit code.' });
});
