import type { BulkRun, BulkRunItem, BulkRunResult } from '@muneem/contract/bulk-runs';
import { expect } from 'vitest';
import { sql } from '#platform/database/index.ts';
import type { TestSession } from '#test/admin-session.ts';
import { startWithdrawalApp } from '#test/withdrawals/withdrawal-app.ts';

/** Withdrawals that a run decides at once. */
export const ROUND = 12;

/** Starts the app with calls for bulk runs of withdrawals. */
export async function startBulkRunApp() {
  // A test holds a payment by a lock for as long as it takes to change a password on a slow machine.
  const world = await startWithdrawalApp({ DATABASE_LOCK_TIMEOUT_S: '30' });
  const look = (id: string, after = 0) =>
    world.call<{ run: BulkRun; results: BulkRunResult[] }>('GET', `/api/bulk-runs/${id}?after=${after}`);
  return {
    ...world,
    look,
    prepare: (body: object, session: TestSession = world.admin) =>
      world.call<{ run: BulkRun; items: BulkRunItem[] }>('POST', '/api/withdrawals/bulk-runs', body, session),
    start: (id: string, body: object, session: TestSession = world.admin) =>
      world.call<{ run: BulkRun; code?: string }>('POST', `/api/bulk-runs/${id}/start`, body, session),
    async ended(id: string) {
      await expect.poll(async () => (await look(id)).body.run.status, { timeout: 30_000 }).not.toBe('running');
      return (await look(id)).body;
    },
    async several(count: number, upiId: string): Promise<string[]> {
      const ids: string[] = [];
      for (let made = 0; made < count; made += 1)
        ids.push((await world.pending({ method: { type: 'upi', upiId } })).id);
      return ids;
    },
    /** The number of withdrawals by status. The provider's own count includes payouts in flight from earlier tests. */
    async statusesOf(ids: readonly string[]): Promise<Record<string, number>> {
      const rows = await world.app.database.query<{ status: string; n: number }>(
        sql`select status, count(*)::int as n from withdrawals where id = any (${ids}) group by 1`,
      );
      return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
    },
  };
}
