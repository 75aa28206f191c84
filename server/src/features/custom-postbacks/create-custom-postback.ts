import {
  CUSTOM_POSTBACK_LIMITS,
  type CustomPostback,
  type CustomPostbackInput,
} from '@muneem/contract/custom-postbacks';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { newId } from '#platform/ids/index.ts';
import { offerNotFound } from '#features/offers/index.ts';
import { auditView, columnsOf } from './custom-postback-columns.ts';
import type { CustomPostbackDependencies } from './custom-postback-dependencies.ts';
import { getCustomPostback } from './get-custom-postback.ts';
import { insertCustomPostback } from './custom-postbacks.repository.ts';

/**
 * Adds an inactive custom postback to an offer.
 * @throws AppError `offer_not_found`, `event_unknown`, `validation_failed`, `conflict` if the offer has too many
 */
export async function createCustomPostback(
  dependencies: CustomPostbackDependencies,
  offerId: string,
  input: CustomPostbackInput,
  actor: Actor,
): Promise<CustomPostback> {
  await dependencies.offers.catchUp();
  if (dependencies.offers.get(offerId) === undefined) throw offerNotFound();
  const at = dependencies.clock.now();
  const id = newId('cpb', at);
  const columns = columnsOf(dependencies, { id, offerId }, input);
  const most = CUSTOM_POSTBACK_LIMITS.perOffer;
  return dependencies.caches.change(['custom_postbacks'], async (tx) => {
    const added = await insertCustomPostback(tx, { id, offerId, at, most }, columns);
    if (!added) throw new AppError('conflict', `An offer can have at most ${most} custom postbacks.`);
    await writeAudit(tx, actor, 'custom_postbacks.create', ['custom_postback', id], {
      after: { offerId, ...auditView(columns) },
    });
    return getCustomPostback(dependencies, tx, id);
  });
}
