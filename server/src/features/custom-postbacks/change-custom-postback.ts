import { writeAudit, type Actor, type Change } from '#platform/audit-log/index.ts';
import { raiseCacheVersion, transaction, type Tx } from '#platform/database/index.ts';
import type { CustomPostbackDependencies } from './custom-postback-dependencies.ts';
import { lockCustomPostback, type CustomPostbackRow } from './custom-postbacks.repository.ts';
import { postbackNotFound } from './get-custom-postback.ts';

/**
 * Locks a custom postback, changes and audits it, and tells all servers.
 * @param change returns the changed fields, or null if nothing changes @throws AppError `not_found`
 */
export async function changeCustomPostback(
  { database, caches }: CustomPostbackDependencies,
  id: string,
  actor: Actor,
  action: `custom_postbacks.${string}`,
  change: (tx: Tx, row: CustomPostbackRow) => Promise<Change | null>,
): Promise<void> {
  await transaction(database, async (tx) => {
    const row = await lockCustomPostback(tx, id);
    if (row === null) throw postbackNotFound();
    const fields = await change(tx, row);
    if (fields === null) return;
    await writeAudit(tx, actor, action, ['custom_postback', id], fields);
    await raiseCacheVersion(tx, 'custom_postbacks');
  });
  await caches.changed('custom_postbacks');
}
