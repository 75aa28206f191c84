import type { CustomPostback, CustomPostbackStatus } from '@muneem/contract/custom-postbacks';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { raiseCacheVersion, transaction } from '#platform/database/index.ts';
import type { CustomPostbackDependencies } from './custom-postback-dependencies.ts';
import { getCustomPostback, postbackNotFound } from './get-custom-postback.ts';
import { lockCustomPostback, setStatus } from './custom-postbacks.repository.ts';

/**
 * Sets the status, or toggles it if none is given: active becomes inactive, every other one active.
 * Activating a paused one resumes its kept deliveries. @throws AppError `not_found`
 */
export async function toggleCustomPostback(
  dependencies: CustomPostbackDependencies,
  id: string,
  wanted: CustomPostbackStatus | undefined,
  actor: Actor,
): Promise<CustomPostback> {
  const postback = await transaction(dependencies.database, async (tx) => {
    const row = await lockCustomPostback(tx, id);
    if (row === null) throw postbackNotFound();
    const status = wanted ?? (row.status === 'active' ? 'inactive' : 'active');
    if (status !== row.status) {
      await setStatus(tx, id, status, dependencies.clock.now());
      await writeAudit(tx, {
        actor,
        action: 'custom_postbacks.set_status',
        entityType: 'custom_postback',
        entityId: id,
        before: { status: row.status, pausedReason: row.pausedReason },
        after: { status },
      });
      await raiseCacheVersion(tx, 'custom_postbacks');
    }
    return getCustomPostback(dependencies, tx, id);
  });
  await dependencies.caches.changed('custom_postbacks');
  return postback;
}
