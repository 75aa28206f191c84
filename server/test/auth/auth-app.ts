import { beforeEach } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { createAdmin, SESSION_PASSWORD } from '#test/admin-session.ts';
import { createSecondNode, createTestApp, type TestApp } from '#test/test-app.ts';
import { codeIn, hasCode, startMailServer, type MailServer } from './mail-server.ts';

export const EMAIL = 'asha@example.com';
export const PASSWORD = SESSION_PASSWORD;
export const PUBLIC_URL = 'https://admin.example.com';
const NOW = '2026-11-21T06:30:00Z';
const BEHIND_A_PROXY = { PUBLIC_URL, TRUST_PROXY: 'on' };

/** Empties what an administrator can write in these tests. Triggers and foreign keys do not apply to a replica. */
const EMPTY = ['begin; set local session_replication_role = replica']
  .concat(
    [
      'admins',
      'admin_sessions',
      'admin_invitations',
      'admin_authenticators',
      'admin_recovery_codes',
      'password_resets',
      'sign_in_challenges',
      'rate_limit_windows',
      'audit_log',
      'jobs.job',
    ].map((table) => `delete from ${table}`),
    'commit',
  )
  .join(';');

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown> & {
    readonly message?: string;
    readonly code?: string;
    readonly token?: string;
  };
  readonly headers: Record<string, unknown>;
}

export type AuthApp = Awaited<ReturnType<typeof prepare>>;

/**
 * Starts the app with one administrator and a real SMTP server. By default each call has its own IP address in the
 * administrator's network, 198.18.0.0/24. The administrator's password hash is a cheap one: `first-admin.test.ts` and
 * `answer-times.long.test.ts` use the product's hash.
 */
export async function createAuthApp(
  settings: Readonly<Record<string, string>> = {},
  { now = NOW, isRealTime = false }: { now?: string; isRealTime?: boolean } = {},
): Promise<AuthApp> {
  const mail = await startMailServer();
  return prepare(
    await createTestApp({ SMTP_URL: mail.url, ...BEHIND_A_PROXY, ...settings }, isRealTime ? {} : { now }),
    mail,
  );
}

/**
 * Like `createAuthApp`, but a new app for each test of the file, on one database that is emptied before. A new database
 * costs twice as much processor time as an app. @param isStarted false: background work runs only after `start()`
 */
export async function renewAuthApp({ isStarted = true } = {}): Promise<AuthApp> {
  const first = await createTestApp(BEHIND_A_PROXY);
  const current = {} as AuthApp;
  beforeEach(async () => {
    await first.database.pool.query(EMPTY);
    first.clock.set(NOW);
    const mail = await startMailServer();
    const node = await createSecondNode(first, { SMTP_URL: mail.url });
    Object.assign(current, await prepare({ ...first, ...node, close: node.stop }, mail));
    if (isStarted) await current.start();
  });
  return current;
}

async function prepare(app: TestApp, mail: MailServer) {
  await createAdmin(app, EMAIL);
  let callers = 0;
  const nextCaller = (): string => `198.18.0.${(++callers % 250) + 1}`;

  const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
    app.call('POST', `/api/auth/${path}`, body, { headers: { 'x-forwarded-for': nextCaller(), ...headers } });
  /** Step 1; @returns the code that was mailed */
  const askForCode = async (password = PASSWORD) => {
    const answer = await post('login', { email: EMAIL, password });
    if (answer.status !== 200) throw new Error(`login: ${answer.status} ${answer.body.message ?? ''}`);
    return codeIn(await mail.next(hasCode));
  };
  return {
    ...app,
    mail,
    post,
    askForCode,
    verify: (token: string): Promise<Answer> =>
      app.call('GET', '/api/auth/verify', undefined, { headers: { authorization: `Bearer ${token}` } }),
    /** Both steps; @returns the token */
    async signIn({ password, remember }: { password?: string; remember?: boolean } = {}) {
      const otp = await askForCode(password);
      const { body } = await post('verify-otp', { email: EMAIL, otp, ...(remember === undefined ? {} : { remember }) });
      if (body.token === undefined) throw new Error(`verify-otp: ${body.message ?? ''}`);
      return body.token;
    },
  };
}

/** The second factor of the last sign-in, from the audit log. */
export async function lastFactor(app: AuthApp): Promise<unknown> {
  const [entry] = await app.database.query<{ factor: string }>(
    sql`select after ->> 'factor' as factor from audit_log where action = 'auth.sign_in' order by id desc limit 1`,
  );
  return entry?.factor;
}

/** Headers of a caller from another network; `i` selects the network. */
export const stranger = (i = 0): Record<string, string> => ({ 'x-forwarded-for': `203.0.${i % 250}.${(i % 200) + 1}` });

/** A code that differs from the right one. */
export const wrongCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
