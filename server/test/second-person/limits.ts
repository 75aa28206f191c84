import { sql } from '#platform/database/index.ts';
import type { TestSession } from '#test/admin-session.ts';
import type { Call, TestApp } from '#test/test-app.ts';

export interface Limits {
  readonly withdrawal?: number;
  readonly day?: number;
  readonly run?: number;
  readonly manualDay?: number;
}

/** Sets the limits directly: a save with a mailed code would need a mailbox in every test. Rupees. */
export async function setLimits({ database }: Pick<TestApp, 'database'>, limits: Limits): Promise<void> {
  await database.execute(sql`
    update settings set second_person_withdrawal_rupees = ${limits.withdrawal ?? null}, second_person_day_rupees = ${limits.day ?? null},
      second_person_run_rupees = ${limits.run ?? null}, second_person_manual_day_rupees = ${limits.manualDay ?? null}`);
}

/** The calls about proposals. */
export const proposalCalls = (call: Call) => ({
  open: async (as: TestSession) =>
    (await call('GET', '/api/proposals', undefined, as)).body.proposals as {
      id: string;
      recordId: string;
      title: string;
      whyNot: string | null;
    }[],
  confirm: (id: string, as: TestSession) => call('POST', `/api/proposals/${id}/confirm`, undefined, as),
  decline: (id: string, as: TestSession, reason = 'Not now') =>
    call('POST', `/api/proposals/${id}/decline`, { reason }, as),
  withdraw: (id: string, as: TestSession) => call('POST', `/api/proposals/${id}/withdraw`, undefined, as),
});
