import type { Problem } from '@muneem/contract/problems';
import { openAdminSession, type TestSession } from '#test/admin-session.ts';
import { startMailServer, type MailServer } from '#test/auth/mail-server.ts';
import { createTestApp, TEST_PLATFORM_KEY, type TestApp } from '#test/test-app.ts';

export const PLATFORM = { authorization: `Bearer ${TEST_PLATFORM_KEY}` };
export const REPORT = { title: 'Coins are missing', description: 'I installed the app.', type: 'offer' };

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: {
    readonly success: boolean;
    readonly message: string;
    readonly code?: string;
    readonly errors?: Record<string, string>;
    readonly problem: Problem;
    readonly problems: Problem[];
    readonly mailedTo: string | null;
    readonly total: number;
    readonly totalProblems: number;
    readonly openProblems: number;
  };
}

export interface ProblemApp extends TestApp {
  readonly mail: MailServer;
  readonly admin: TestSession;
  report(uid: string, body?: object, headers?: Record<string, string>): Promise<Answer>;
}

/** The app with its jobs running, an administrator and a real SMTP server. */
export async function createProblemApp(): Promise<ProblemApp> {
  const mail = await startMailServer();
  const app = await createTestApp({ SMTP_URL: mail.url }, { now: '2026-11-21T06:00:00Z' });
  await app.start();
  const admin = await openAdminSession(app);
  return {
    ...app,
    mail,
    admin,
    report: (uid, body = REPORT, headers = PLATFORM) =>
      app.call('POST', `/api/users/${uid}/problems`, body, { headers }),
  };
}
