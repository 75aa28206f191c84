import type { Problem } from '@muneem/contract/problems';
import { openAdminSession } from '#test/admin-session.ts';
import { startMailServer } from '#test/auth/mail-server.ts';
import { createTestApp, TEST_PLATFORM_KEY } from '#test/test-app.ts';

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

/** The app with its jobs running, an administrator and a real SMTP server. */
export async function createProblemApp() {
  const mail = await startMailServer();
  const app = await createTestApp({ SMTP_URL: mail.url }, { now: '2026-11-21T06:00:00Z' });
  await app.start();
  const admin = await openAdminSession(app);
  return {
    ...app,
    mail,
    admin,
    report: (uid: string, body: object = REPORT, headers: Record<string, string> = PLATFORM): Promise<Answer> =>
      app.call('POST', `/api/users/${uid}/problems`, body, { headers }),
  };
}
