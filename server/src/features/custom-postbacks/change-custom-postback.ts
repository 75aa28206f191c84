import type { CustomPostback, CustomPostbackChange, CustomPostbackStatus } from '@muneem/contract/custom-postbacks';
import { writeAudit, type Actor, type Change } from '#platform/audit-log/index.ts';
import type { Tx } from '#platform/database/index.ts';
import { AppError } from '#platform/app-error/index.ts';
import type { CustomPostbackDependencies } from './custom-postback-dependencies.ts';
import {
  lockCustomPostback,
  removeCustomPostback,
  setStatus,
  updateCustomPostbackRow,
  type CustomPostbackRow,
} from './custom-postbacks.repository.ts';
import { getCustomPostback, postbackNotFound } from './get-custom-postback.ts';
import { openAuthentication, readableAuthentication } from './authentication.ts';
import { auditChanges, auditView, columnsOf } from './custom-postback-columns.ts';

/**
 * Locks a custom postback, changes and audits it, and tells all servers.
 * @param change returns the changed fields, or null if nothing changes @throws AppError `not_found`
 */
async function changeCustomPostback(
  { caches }: CustomPostbackDependencies,
  id: string,
  actor: Actor,
  action: `custom_postbacks.${string}`,
  change: (tx: Tx, row: CustomPostbackRow) => Promise<Change | null>,
): Promise<void> {
  await caches.change(['custom_postbacks'], async (tx) => {
    const row = await lockCustomPostback(tx, id);
    if (row === null) throw postbackNotFound();
    const fields = await change(tx, row);
    if (fields === null) return;
    await writeAudit(tx, actor, action, ['custom_postback', id], fields);
  });
}

/**
 * Updates a custom postback, except its status. Waiting deliveries use the new URL.
 * @throws AppError `not_found`, `version_conflict`, `event_unknown`, `validation_failed`
 */
export async function updateCustomPostback(
  dependencies: CustomPostbackDependencies,
  id: string,
  { version, ...input }: CustomPostbackChange,
  actor: Actor,
): Promise<CustomPostback> {
  await dependencies.offers.catchUp();
  const action = 'custom_postbacks.update';
  await changeCustomPostback(dependencies, id, actor, action, async (tx, row) => {
    if (version !== undefined && version !== row.version) {
      throw new AppError(
        'version_conflict',
        'This postback was saved while you edited it. Your changes were not saved.',
      );
    }
    const auth = readableAuthentication(dependencies.secrets, row);
    const about = { id, offerId: row.offerId, stored: { target: row.target, auth } };
    const columns = columnsOf(dependencies, about, input);
    await updateCustomPostbackRow(tx, id, columns, dependencies.clock.now());
    const isNewSecret =
      columns.authSealed !== null &&
      JSON.stringify(auth) !== JSON.stringify(openAuthentication(dependencies.secrets, id, columns.authSealed));
    return auditChanges(row, columns, isNewSecret);
  });
  return getCustomPostback(dependencies, dependencies.database, id);
}

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

/** Deletes a custom postback. Its deliveries stay in the database. @throws AppError `not_found` */
export const deleteCustomPostback = (
  dependencies: CustomPostbackDependencies,
  id: string,
  actor: Actor,
): Promise<void> =>
  changeCustomPostback(dependencies, id, actor, 'custom_postbacks.delete', async (tx, row) => {
    await removeCustomPostback(tx, id, dependencies.clock.now());
    return { before: { offerId: row.offerId, status: row.status, ...auditView(row), givenUp: row.waitingCount } };
  });
