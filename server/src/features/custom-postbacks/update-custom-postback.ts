import type { CustomPostback, CustomPostbackChange } from '@muneem/contract/custom-postbacks';
import { AppError } from '#platform/app-error/index.ts';
import type { Actor } from '#platform/audit-log/index.ts';
import { auditChanges } from './audit-custom-postback.ts';
import { openAuthentication, readableAuthentication } from './authentication.ts';
import { changeCustomPostback } from './change-custom-postback.ts';
import { columnsOf } from './custom-postback-columns.ts';
import type { CustomPostbackDependencies } from './custom-postback-dependencies.ts';
import { getCustomPostback } from './get-custom-postback.ts';
import { updateCustomPostbackRow } from './custom-postbacks.repository.ts';

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
