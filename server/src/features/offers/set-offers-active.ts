import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import type { OfferDependencies } from './get-offer.ts';
import { lockOfferStates, saveOfferStates } from './offers.repository.ts';

interface OfferSwitch {
  readonly _id: string;
  readonly title: string;
  readonly outcome: 'changed' | 'unchanged' | 'not_found';
}

/** Activates or deactivates offers in one transaction. @returns results in the order of `ids` */
export async function setOffersActive(
  dependencies: OfferDependencies,
  { ids, isActive }: { ids: readonly string[]; isActive: boolean },
  actor: Actor,
): Promise<OfferSwitch[]> {
  const wanted = [...new Set(ids)];
  return dependencies.caches.change(['offers'], async (tx) => {
    const states = new Map((await lockOfferStates(tx, wanted)).map((row) => [row.id, row]));
    const changedIds = [...states.values()].filter((row) => row.isActive !== isActive).map(({ id }) => id);
    if (changedIds.length > 0) {
      await saveOfferStates(tx, changedIds, isActive, dependencies.clock.now());
      await writeAudit(tx, actor, 'offers.update', ['offer', ...changedIds], {
        before: { isActive: !isActive },
        after: { isActive },
      });
    }
    return wanted.map((id): OfferSwitch => {
      const state = states.get(id);
      if (!state) return { _id: id, title: '', outcome: 'not_found' };
      return { _id: id, title: state.title, outcome: state.isActive === isActive ? 'unchanged' : 'changed' };
    });
  });
}
