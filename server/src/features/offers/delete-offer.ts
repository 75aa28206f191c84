import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { offerNotFound, type OfferDependencies } from './get-offer.ts';
import { archiveOffer, lockOffer } from './offers.repository.ts';

/**
 * Archives an offer. The row stays, because clicks, postbacks and reports may refer to it at any time.
 * @throws AppError `offer_not_found`
 */
export async function deleteOffer(dependencies: OfferDependencies, id: string, actor: Actor): Promise<void> {
  await dependencies.caches.change(['offers'], async (tx) => {
    const row = await lockOffer(tx, id);
    if (!row) throw offerNotFound();
    await archiveOffer(tx, id, dependencies.clock.now());
    await writeAudit(tx, actor, 'offers.delete', ['offer', id], {
      before: { title: row.title, isActive: row.isActive, archived: false },
      after: { archived: true },
    });
  });
}
