import type { Right } from '@muneem/contract/rights';
import type { Tx } from '#platform/database/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { listEmailsWith } from './admins.repository.ts';

/** Enqueues a notice for every active admin with a right, in the caller's transaction: no change without its mails. */
export async function mailAdmins(
  tx: Tx,
  jobs: Pick<Jobs, 'enqueue'>,
  right: Right,
  { job, data }: { readonly job: string; readonly data: object },
): Promise<void> {
  for (const to of await listEmailsWith(tx, right)) await jobs.enqueue(tx, job, { ...data, to });
}
