import type { Actor } from '#platform/audit-log/index.ts';
import { auditView } from './audit-custom-postback.ts';
import { changeCustomPostback } from './change-custom-postback.ts';
import type { CustomPostbackDependencies } from './custom-postback-dependencies.ts';
import { removeCustomPostback } from './custom-postbacks.repository.ts';

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
