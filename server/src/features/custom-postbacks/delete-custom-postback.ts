import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { raiseCacheVersion, transaction } from '#platform/database/index.ts';
import { auditView } from './audit-custom-postback.ts';
import type { CustomPostbackDependencies } from './custom-postback-dependencies.ts';
import { postbackNotFound } from './get-custom-postback.ts';
import { lockCustomPostback, removeCustomPostback } from './custom-postbacks.repository.ts';

/** Deletes a custom postback. Its deliveries stay in the database. @throws AppError `not_found` */
export async function deleteCustomPostback(
  dependencies: CustomPostbackDependencies,
  id: string,
  actor: Actor,
): Promise<void> {
  await transaction(dependencies.database, async (tx) => {
    const row = await lockCustomPostback(tx, id);
    if (row === null) throw postbackNotFound();
    await removeCustomPostback(tx, id, dependencies.clock.now());
    await writeAudit(tx, {
      actor,
      action: 'custom_postbacks.delete',
      entityType: 'custom_postback',
      entityId: id,
      before: { offerId: row.offerId, status: row.status, ...auditView(row), givenUp: row.waitingCount },
    });
    await raiseCacheVersion(tx, 'custom_postbacks');
  });
  await dependencies.caches.changed('custom_postbacks');
}
