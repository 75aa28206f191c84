import type { CustomPostback, CustomPostbackStatus } from '@muneem/contract/custom-postbacks';
import type { Actor } from '#platform/audit-log/index.ts';
import { changeCustomPostback } from './change-custom-postback.ts';
import type { CustomPostbackDependencies } from './custom-postback-dependencies.ts';
import { setStatus } from './custom-postbacks.repository.ts';
import { getCustomPostback } from './get-custom-postback.ts';

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
  const action = 'custom_postbacks.set_status';
  await changeCustomPostback(dependencies, id, actor, action, async (tx, row) => {
    const status = wanted ?? (row.status === 'active' ? 'inactive' : 'active');
    if (status === row.status) return null;
    await setStatus(tx, id, status, dependencies.clock.now());
    return { before: { status: row.status, pausedReason: row.pausedReason }, after: { status } };
  });
  return getCustomPostback(dependencies, dependencies.database, id);
}
