import { expect } from 'vitest';
import { openAdminSession, type TestSession } from '#test/admin-session.ts';
import { createTestApp, type TestApp } from '#test/test-app.ts';
import { codeIn, hasCode, startMailServer, type MailServer } from '../auth/mail-server.ts';

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown> & {
    readonly code?: string;
    readonly message?: string;
    readonly verificationToken?: string;
    readonly settings?: Record<string, string>;
  };
}

export interface SettingsApp {
  readonly app: TestApp;
  readonly mail: MailServer;
  /** The newest session, which calls use by default. */
  readonly admin: TestSession;
  signInAnother(): Promise<void>;
  call(method: 'GET' | 'POST' | 'PUT', path: string, body?: object, session?: TestSession): Promise<Answer>;
  read(): Promise<Record<string, string>>;
  /** Reads the code from the mail. */
  askForCode(change?: object, session?: TestSession): Promise<string>;
  tokenFor(change: object): Promise<string>;
  /** Saves a change with a mailed code. */
  save(change: object): Promise<Answer>;
}

/** The app with a mail server that keeps sent mails. */
export async function startSettingsApp(): Promise<SettingsApp> {
  const mail = await startMailServer();
  const app = await createTestApp(
    { SMTP_URL: mail.url, PUBLIC_URL: 'https://rewards.example' },
    { now: '2026-11-21T06:30:00Z' },
  );
  await app.start();
  let admins = 0;
  let admin = await openAdminSession(app);

  const call: SettingsApp['call'] = (method, path, body, session = admin) =>
    app.call(method, `/api/settings${path}`, body, session);
  const read: SettingsApp['read'] = async () => (await call('GET', '')).body.settings ?? {};
  const askForCode: SettingsApp['askForCode'] = async (change, session = admin) => {
    const { status, body } = await call('POST', '/send-otp', change, session);
    expect(status, JSON.stringify(body)).toBe(200);
    return codeIn(await mail.next(hasCode));
  };
  const tokenFor: SettingsApp['tokenFor'] = async (change) => {
    const { status, body } = await call('POST', '/verify-otp', { otp: await askForCode(change) });
    expect(status).toBe(200);
    return body.verificationToken as string;
  };
  return {
    app,
    mail,
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
    save: async (change) => call('PUT', '', { ...change, verificationToken: await tokenFor(change) }),
  };
}
