import { eventsOfInput, type Offer, type OfferInput } from '@muneem/contract/offers';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { raiseCacheVersion, transaction, type Tx } from '#platform/database/index.ts';
import { newId } from '#platform/ids/index.ts';
import { auditedOffer } from './audit-offer.ts';
import { checkedEvents } from './checked-events.ts';
import { getOffer, type OfferDependencies } from './get-offer.ts';
import { offerColumns, uploadedImage } from './offer-columns.ts';
import { insertOffer } from './offers.repository.ts';
import { saveEvents } from './save-events.ts';

/** Creates an offer. @param keep writes further rows in the same transaction @throws AppError `validation_failed` */
export async function createOffer(
  dependencies: OfferDependencies,
  input: OfferInput,
  actor: Actor,
  keep?: (tx: Tx, offer: Offer) => Promise<void>,
): Promise<Offer> {
  const events = checkedEvents(eventsOfInput(input) ?? []);
  const file = await uploadedImage(input);
  const at = dependencies.clock.now();
  const id = newId('ofr', at);
  const offer = await transaction(dependencies.database, async (tx) => {
    await insertOffer(tx, id, await offerColumns(tx, dependencies.secrets, id, input, { before: undefined, file }), at);
    await saveEvents(tx, id, events, { form: 'list', now: at });
    const created = await getOffer(dependencies, tx, id);
    await writeAudit(tx, actor, 'offers.create', ['offer', id], { after: auditedOffer(created) });
    await raiseCacheVersion(tx, 'offers');
    await keep?.(tx, created);
    return created;
  });
  await dependencies.caches.changed('offers');
  return offer;
}
