import { OTP_SENT_TEXT } from '@muneem/contract/auth';
import { describe, expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { EMAIL, PASSWORD, lastFactor, renewAuthApp, wrongCode } from './auth-app.ts';
import { codeIn } from './mail-server.ts';

const app = await renewAuthApp({ isStarted: false });

const verifyOtp = (otp: string, remember?: boolean) =>
  app.post('verify-otp', { email: EMAIL, otp, ...(remember === undefined ? {} : { remember }) });
const sessions = () => app.database.query<{ id: string }>(sql`select id from admin_sessions`);

describe('the first step', () => {
  // covers 000-4.1 000-7.1 000-9.3
  it('mails a six-digit code for the right password', async () => {
    const answer = await app.post('login', { email: ' ASHA@Example.com ', password: PASSWORD });
    expect(answer).toMatchObject({ status: 200, body: { success: true, message: 'OTP sent to your email' } });
    const mail = await app.mail.next();
    expect(mail.to).toMatchObject([{ address: EMAIL }]);
    expect(mail.subject).not.toMatch(/\d{6}/);
    expect(mail.html).toContain(codeIn(mail));
    expect(mail.text).toContain('https://admin.example.com/login');
  });

  it('answers a wrong password and an unknown email address alike', async () => {
    const wrong = await app.post('login', { email: EMAIL, password: 'not it' });
    const unknown = await app.post('login', { email: 'nobody@example.com', password: PASSWORD });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({ success: false, code: 'invalid_credentials', message: 'Invalid email or password.' });
    expect(unknown.body).toEqual(wrong.body);
    expect(unknown.status).toBe(wrong.status);
    expect(app.mail.mails).toHaveLength(0);
  });

  // covers 000-5.1
  it('names the invalid fields', async () => {
    const answer = await app.post('login', { email: 'asha', password: '' });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'validation_failed',
        errors: { email: 'Please enter a valid email address.', password: 'Please enter your password.' },
      },
    });
  });

  it('allows ten wrong passwords in 15 minutes from one network and does not block others', async () => {
    const from = { 'x-forwarded-for': '203.0.113.7' };
    const wrong = await Promise.all(
      Array.from({ length: 10 }, () => app.post('login', { email: EMAIL, password: 'no' }, from)),
    );
    expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([401]));
    const blocked = await app.post('login', { email: EMAIL, password: PASSWORD }, from);
    expect(blocked).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', message: 'Too many failed attempts. Please try again in 15 minutes.' },
    });
    expect(blocked.headers['retry-after']).toBe('900');
    expect((await app.post('login', { email: EMAIL, password: PASSWORD })).status).toBe(200);
    app.clock.advance(15 * 60_000);
    expect((await app.post('login', { email: EMAIL, password: PASSWORD }, from)).status).toBe(200);
  });

  it('ends the lockout after 15 minutes although the clock was a year ahead', async () => {
    const from = { 'x-forwarded-for': '203.0.113.9' };
    const year = 365 * 86_400_000;
    const wrong = () => app.post('login', { email: EMAIL, password: 'no' }, from);
    app.clock.advance(year);
    const early = await Promise.all(Array.from({ length: 9 }, wrong));
    expect(new Set(early.map(({ status }) => status))).toEqual(new Set([401]));
    app.clock.advance(-year);
    expect((await wrong()).status).toBe(401);
    const blocked = await wrong();
    expect([blocked.status, blocked.headers['retry-after']]).toEqual([429, '900']);
    app.clock.advance(15 * 60_000);
    expect((await app.post('login', { email: EMAIL, password: PASSWORD }, from)).status).toBe(200);
  });

  it('sends one mail for many logins at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        app.post('login', { email: EMAIL, password: PASSWORD }, { 'x-forwarded-for': '203.0.113.8' }),
      ),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(app.mail.mails).toHaveLength(1);
  });

  // covers 000-4.1
  it('keeps a code for a minute of repeated logins, and sends a new one later', async () => {
    const first = await app.askForCode();
    const again = await app.post('login', { email: EMAIL, password: PASSWORD });
    expect(again.status).toBe(200);
    expect(again.body).toEqual({ success: true, message: OTP_SENT_TEXT, method: 'email' });
    expect(app.mail.mails).toHaveLength(1);
    app.clock.advance(60_000);
    const second = await app.askForCode();
    expect((await verifyOtp(first)).status).toBe(400);
    expect((await verifyOtp(second)).status).toBe(200);
  });
});

describe('the second step', () => {
  // covers 000-3.1 000-7.2 000-7.5
  it('opens a session for the right code', async () => {
    const otp = await app.askForCode();
    const answer = await verifyOtp(otp);
    const admin = { id: expect.stringMatching(/^adm_/) as string, email: EMAIL, name: EMAIL, role: 'owner' };
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      token: expect.any(String) as string,
      admin,
      expiresAt: '2026-11-21T18:30:00.000Z',
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await lastFactor(app)).toBe('email');
    expect((await app.verify(String(answer.body.token))).body).toEqual({
      success: true,
      admin,
      expiresAt: '2026-11-21T18:30:00.000Z',
    });
  });

  it('stores neither the code nor the token in clear', async () => {
    const otp = await app.askForCode();
    const { body } = await verifyOtp(otp);
    const [row] = await app.database.query<{ all: string }>(sql`
      select (select jsonb_agg(c)::text from sign_in_challenges c) || (select jsonb_agg(s)::text from admin_sessions s)
        || (select jsonb_agg(l)::text from audit_log l) as all`);
    expect(row?.all).toContain('otp_');
    expect(row?.all).not.toContain(String(body.token));
    expect(row?.all).not.toMatch(new RegExp(`"${otp}"`));
  });

  it.each([
    ['wrong', async () => wrongCode(await app.askForCode())],
    [
      'used',
      async () => {
        const otp = await app.askForCode();
        await verifyOtp(otp);
        return otp;
      },
    ],
    [
      'expired',
      async () => {
        const otp = await app.askForCode();
        app.clock.advance(5 * 60_000);
        return otp;
      },
    ],
    [
      'superseded',
      async () => {
        const otp = await app.askForCode();
        app.clock.advance(60_000);
        await app.post('resend-otp', { email: EMAIL });
        return otp;
      },
    ],
  ])('refuses a code that is %s', async (_state, makeCode) => {
    const otp = await makeCode();
    const before = (await sessions()).length;
    const answer = await verifyOtp(otp);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      success: false,
      code: 'invalid_otp',
      message: 'Invalid or expired OTP. Please check the code or request a new one.',
    });
    expect(await sessions()).toHaveLength(before);
  });

  it('refuses a code for an unknown email address alike', async () => {
    const answer = await app.post('verify-otp', { email: 'nobody@example.com', otp: '123456' });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_otp', message: 'Invalid or expired OTP. Please check the code or request a new one.' },
    });
  });

  it('evaluates at most 5 of 200 concurrent guesses', async () => {
    const otp = await app.askForCode();
    const guesses = Array.from({ length: 200 }, (_, i) => String((Number(otp) + 1 + i) % 1_000_000).padStart(6, '0'));
    const answers = await Promise.all(guesses.map((guess) => verifyOtp(guess)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([400]));
    const evaluated = await app.database.query(
      sql`select 1 from audit_log where action = 'auth.sign_in_failed' and after->>'step' = 'code'`,
    );
    expect(evaluated).toHaveLength(5);
    expect((await verifyOtp(otp)).status).toBe(400);
    expect(await sessions()).toHaveLength(0);
  });

  it('opens one session for 50 concurrent right codes', async () => {
    const otp = await app.askForCode();
    const answers = await Promise.all(Array.from({ length: 50 }, () => verifyOtp(otp)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(await sessions()).toHaveLength(1);
  });

  it('allows ten wrong codes in 15 minutes over all codes', async () => {
    for (let round = 0; round < 2; round += 1) {
      const otp = await app.askForCode();
      const wrong = await Promise.all(Array.from({ length: 5 }, () => verifyOtp(wrongCode(otp))));
      expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([400]));
    }
    const locked = await app.post('login', { email: EMAIL, password: PASSWORD });
    expect(locked).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    app.clock.advance(15 * 60_000);
    expect((await verifyOtp(await app.askForCode())).status).toBe(200);
  });

  it('refuses the right code of a challenge that was open at the tenth failure', async () => {
    const first = await app.askForCode();
    await Promise.all(Array.from({ length: 5 }, () => verifyOtp(wrongCode(first))));
    const second = await app.askForCode();
    await Promise.all(Array.from({ length: 4 }, () => verifyOtp(wrongCode(second))));
    app.clock.advance(60_000);
    await app.post('resend-otp', { email: EMAIL });
    const third = codeIn(await app.mail.next());
    expect((await verifyOtp(wrongCode(third))).status).toBe(400);
    expect(await verifyOtp(third)).toMatchObject({ status: 429 });
    expect(await sessions()).toHaveLength(0);
  });

  it('does not count a right code as a failure', async () => {
    for (let i = 0; i < 11; i += 1) expect((await verifyOtp(await app.askForCode())).status).toBe(200);
  });
});

describe('a new code', () => {
  // covers 000-4.3 000-9.3
  it('is mailed a minute after the last one at the earliest', async () => {
    await app.askForCode();
    app.clock.advance(59_000);
    expect(await app.post('resend-otp', { email: EMAIL })).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', message: 'An email was requested a moment ago. Please try again in 1 second.' },
    });
    app.clock.advance(1_000);
    expect(await app.post('resend-otp', { email: EMAIL })).toMatchObject({
      status: 200,
      body: { message: 'OTP sent to your email' },
    });
    expect((await verifyOtp(codeIn(await app.mail.next()))).status).toBe(200);
  });

  it('is not sent without a recent right password, with the same answer', async () => {
    const known = await app.post('resend-otp', { email: EMAIL });
    const unknown = await app.post('resend-otp', { email: 'nobody@example.com' });
    expect(known.status).toBe(200);
    expect(unknown.body).toEqual(known.body);
    for (const email of [EMAIL, 'nobody@example.com'])
      expect((await app.post('resend-otp', { email })).status).toBe(429);
    await app.askForCode();
    app.clock.advance(15 * 60_000);
    await app.post('resend-otp', { email: EMAIL });
    expect(app.mail.mails).toHaveLength(1);
  });

  it('can be requested five times', async () => {
    await app.askForCode();
    for (let i = 0; i < 6; i += 1) {
      app.clock.advance(60_000);
      expect((await app.post('resend-otp', { email: EMAIL })).status).toBe(200);
    }
    await app.stop();
    expect(app.mail.mails).toHaveLength(6);
  });
});
