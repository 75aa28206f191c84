import type { Tx } from '#platform/database/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { listAdminEmails } from './admins.repository.ts';

/** Enqueues a notice for every admin who may sign in, in the caller's transaction: no change without its mails. */
export async function mailAdmins(tx: Tx, jobs: Pick<Jobs, 'enqueue'>, job: string, data: object): Promise<void> {
  for (const to of await listAdminEmails(tx)) await jobs.enqueue(tx, job, { ...data, to });
}
