import { openAdminSession } from '#test/admin-session.ts';
import { createTestApp } from '#test/test-app.ts';
import { codeIn, hasCode, startMailServer } from '../auth/mail-server.ts';

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown> & {
    readonly code?: string;
    readonly message?: string;
    readonly verificationToken?: string;
    readonly settings?: Record<string, string>;
  };
}

/** The app with a mail server that keeps sent mails. */
export async function startSettingsApp() {
  const mail = await startMailServer();
  const app = await createTestApp(
    { SMTP_URL: mail.url, PUBLIC_URL: 'https://rewards.example' },
    { now: '2026-11-21T06:30:00Z' },
  );
  await app.start();
  let admins = 0;
  let admin = await openAdminSession(app);

  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, session = admin): Promise<Answer> =>
    app.call(method, `/api/settings${path}`, body, session);
  const read = async () => (await call('GET', '')).body.settings ?? {};
  /** Reads the code from the mail. */
  const askForCode = async (change?: object, session = admin) => {
    await app.must('POST', '/api/settings/send-otp', change, session);
    return codeIn(await mail.next(hasCode));
  };
  const tokenFor = async (change: object) => {
    const { verificationToken } = await app.must<{ verificationToken: string }>(
      'POST',
      '/api/settings/verify-otp',
      { otp: await askForCode(change) },
      admin,
    );
    return verificationToken;
  };
  return {
    app,
    mail,
    /** The newest session, which calls use by default. */
    get admin() {
      return admin;
    },
    async signInAnother() {
      admin = await openAdminSession(app, `admin-${(admins += 1)}@example.com`);
      // As in a browser: a session has its own rate limit from its first call.
      await read();
    },
    call,
    read,
    askForCode,
    tokenFor,
    /** Saves a change with a mailed code. */
    save: async (change: object) => call('PUT', '', { ...change, verificationToken: await tokenFor(change) }),
  };
}
