import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/test-app.ts';
import { createAuthApp, EMAIL, PASSWORD } from './auth-app.ts';
import { codeIn, startMailServer } from './mail-server.ts';

let opened: Pick<TestApp, 'close'> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

describe('while the mail server is unreachable', () => {
  const AWAY = {
    status: 503,
    body: {
      code: 'mail_unavailable',
      message:
        'The email could not be sent because the mail server cannot be reached. Please try again in a few minutes.',
    },
  };

  it('answers 503 to a right password and 401 to a wrong one, and the first try after its return sends a code', async () => {
    const app = await createAuthApp();
    opened = app;
    await app.mail.close();
    expect((await app.post('login', { email: EMAIL, password: 'no' })).status).toBe(401);
    const from = { 'x-forwarded-for': '203.0.113.50' };
    for (let i = 0; i < 12; i += 1)
      expect(await app.post('login', { email: EMAIL, password: PASSWORD }, from)).toMatchObject(AWAY);
    const back = await startMailServer(app.mail.port);
    try {
      expect((await app.post('login', { email: EMAIL, password: PASSWORD }, from)).status).toBe(200);
      const otp = codeIn(await back.next());
      expect((await app.post('verify-otp', { email: EMAIL, otp })).status).toBe(200);
    } finally {
      await back.close();
    }
  });

  it('answers 503 to a request for a link or a new code, for known and unknown email addresses', async () => {
    const app = await createAuthApp();
    opened = app;
    await app.mail.close();
    for (const path of ['forgot-password', 'resend-otp']) {
      const known = await app.post(path, { email: EMAIL });
      const unknown = await app.post(path, { email: 'nobody@example.com' });
      expect(known).toMatchObject(AWAY);
      expect(unknown.body).toEqual(known.body);
    }
  });
});

it('writes mails to private files without an SMTP server', async () => {
  const app = await createTestApp({ ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD });
  opened = app;
  const stranger = { headers: {} };
  await app.must('POST', '/api/auth/login', { email: EMAIL, password: PASSWORD }, stranger);
  const folder = join(app.config.DATA_DIR, 'outbox');
  const files = await readdir(folder);
  expect(files).toEqual([expect.stringMatching(/^[0-9A-Z]{26}\.eml$/)]);
  const path = join(folder, files[0] ?? '');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const mail = await PostalMime.parse(await readFile(path));
  expect(mail.from?.address).toBe('no-reply@localhost');
  const otp = codeIn(mail);
  await app.must('POST', '/api/auth/verify-otp', { email: EMAIL, otp }, stranger);
});
