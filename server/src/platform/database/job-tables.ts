import type { Client } from 'pg';
import { PgBoss } from 'pg-boss';

/** The schema of the job queue's tables. */
export const JOBS_SCHEMA = 'jobs';

/** Creates or upgrades the job queue's tables, as their owner. */
export async function createJobTables(client: Client): Promise<void> {
  const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
  const boss = new PgBoss({ db, schema: JOBS_SCHEMA, schedule: false, supervise: false });
  await boss.start();
  await boss.stop({ graceful: false, close: false });
}
