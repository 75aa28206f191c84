import { describe, expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { EMAIL, PASSWORD, renewAuthApp } from './auth-app.ts';
import { hasResetLink, resetLinkIn } from './mail-server.ts';

const NEW_PASSWORD = 'an even better one';
const SENT = {
  success: true,
  message: 'If this email belongs to an administrator, a password reset link is on its way.',
};
const REFUSED = {
  success: false,
  code: 'invalid_reset_link',
  message: 'Invalid reset link. Please request a new password reset.',
};

const app = await renewAuthApp();

async function askForLink(headers?: Record<string, string>): Promise<string> {
  expect(await app.post('forgot-password', { email: EMAIL }, headers)).toMatchObject({ status: 200, body: SENT });
  return resetLinkIn(await app.mail.next(hasResetLink)).searchParams.get('token') ?? '';
}
const reset = (token: string, newPassword = NEW_PASSWORD) => app.post('reset-password', { token, newPassword });

describe('a reset link', () => {
  it('sets the new password and ends every session of that administrator', async () => {
    const session = await app.signIn({ remember: true });
    const token = await askForLink();
    expect(await reset(token)).toMatchObject({ status: 200, body: { success: true } });
    expect((await app.verify(session)).status).toBe(401);
    expect((await app.mail.next()).subject).toBe('Your Muneem password was changed');
    expect((await app.post('login', { email: EMAIL, password: PASSWORD })).status).toBe(401);
    await app.signIn({ password: NEW_PASSWORD });
  });

  it('ends a sign-in that is waiting for its code', async () => {
    const otp = await app.askForCode();
    await reset(await askForLink());
    expect((await app.post('verify-otp', { email: EMAIL, otp })).status).toBe(400);
  });

  // covers 000-7.6
  it('works once, also when eight requests race', async () => {
    const token = await askForLink();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => reset(token, `password number ${i}`)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
    expect(await reset(token)).toMatchObject({ status: 400, body: REFUSED });
  });

  it('ends when another link is used', async () => {
    const first = await askForLink();
    const second = await askForLink();
    await reset(first);
    expect((await reset(second)).body).toEqual(REFUSED);
  });

  it('expires after 30 minutes', async () => {
    const token = await askForLink();
    app.clock.advance(30 * 60_000);
    expect((await reset(token)).body).toEqual(REFUSED);
  });

  // covers 000-5.4 000-5.6
  it('is refused with an unknown token or a short password', async () => {
    expect(await reset('x'.repeat(43))).toMatchObject({ status: 400, body: REFUSED });
    expect(await reset(await askForLink(), '12345')).toMatchObject({
      status: 400,
      body: { errors: { newPassword: 'Password must be at least 6 characters long' } },
    });
  });

  it('points to PUBLIC_URL for any Host header', async () => {
    await app.post(
      'forgot-password',
      { email: EMAIL },
      { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://admin.example.com' },
    );
    const mail = await app.mail.next();
    expect(resetLinkIn(mail).origin).toBe('https://admin.example.com');
    expect(`${mail.text ?? ''}${mail.html ?? ''}`).not.toContain('evil');
    expect(mail.html).toContain('href="https://admin.example.com/reset-password?token=');
  });

  it('is not stored in clear', async () => {
    const token = await askForLink();
    const [row] = await app.database.query<{ all: string }>(
      sql`select (select jsonb_agg(r)::text from password_resets r) || (select jsonb_agg(l)::text from audit_log l) as all`,
    );
    expect(row?.all).not.toContain(token);
  });
});

describe('requesting a link', () => {
  // covers 000-7.4
  it('answers an unknown email address alike and sends no mail', async () => {
    const answer = await app.post('forgot-password', { email: 'nobody@example.com' });
    expect(answer).toMatchObject({ status: 200, body: SENT });
    await app.stop();
    expect(app.mail.mails).toHaveLength(0);
  });

  it('mails at most three links in 15 minutes, and they stay valid', async () => {
    for (const email of [EMAIL, 'nobody@example.com']) {
      const answers = await Promise.all(Array.from({ length: 40 }, () => app.post('forgot-password', { email })));
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3);
      expect(answers.filter((answer) => answer.status === 429)).toHaveLength(37);
    }
    const token = resetLinkIn(await app.mail.next()).searchParams.get('token') ?? '';
    await app.mail.next();
    await app.mail.next();
    expect(app.mail.mails).toHaveLength(3);
    expect((await reset(token)).status).toBe(200);
    app.clock.advance(15 * 60_000);
    expect((await app.post('forgot-password', { email: EMAIL })).status).toBe(200);
  });
});
