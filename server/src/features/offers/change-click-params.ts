import { OFFER_LIMITS, paramNameProblem } from '@muneem/contract/offers';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { offerNotFound, type OfferDependencies } from './get-offer.ts';
import { invalid } from './offer-columns.ts';
import { lockOffer, saveClickParams } from './offers.repository.ts';

/** Adds a parameter name for click ids. @returns all names @throws AppError */
export const addClickParam = (
  dependencies: OfferDependencies,
  id: string,
  name: string,
  actor: Actor,
): Promise<string[]> =>
  changeClickParams(dependencies, id, actor, (names) => {
    const problem = paramNameProblem(name);
    if (problem !== undefined) throw invalid('parameterName', problem);
    if (names.includes(name)) throw new AppError('conflict', `Parameter "${name}" already exists`);
    if (names.length >= OFFER_LIMITS.params) {
      throw new AppError('unprocessable', `An offer has at most ${OFFER_LIMITS.params} custom parameters`);
    }
    return [...names, name];
  });

/** Removes a parameter name. @returns the remaining names @throws AppError `not_found` */
export const removeClickParam = (
  dependencies: OfferDependencies,
  id: string,
  name: string,
  actor: Actor,
): Promise<string[]> =>
  changeClickParams(dependencies, id, actor, (names) => {
    if (!names.includes(name)) throw new AppError('not_found', `Parameter "${name}" not found`);
    return names.filter((known) => known !== name);
  });

async function changeClickParams(
  dependencies: OfferDependencies,
  id: string,
  actor: Actor,
  change: (names: readonly string[]) => string[],
): Promise<string[]> {
  return dependencies.caches.change(['offers'], async (tx) => {
    const row = await lockOffer(tx, id);
    if (!row) throw offerNotFound();
    const before = row.customClickIdParams;
    const after = change(before);
    await saveClickParams(tx, id, after, dependencies.clock.now());
    await writeAudit(tx, actor, 'offers.update', ['offer', id], {
      before: { customClickIdParams: before },
      after: { customClickIdParams: after },
    });
    return after;
  });
}
