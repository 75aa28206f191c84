import * as api from '@muneem/contract/offers';
import type { OfferCategory } from '@muneem/contract/offers';
import { AppError } from '#platform/app-error/index.ts';
import { registerRoute, REPLIED, type HttpServer } from '#platform/http/index.ts';
import { addClickParam, removeClickParam } from './change-click-params.ts';
import { createOfferOnce } from './create-offer.ts';
import { deleteOffer } from './delete-offer.ts';
import { createOfferReader, offerNotFound, type OfferDependencies } from './get-offer.ts';
import { listOffers } from './list-offers.ts';
import { findImage } from './offer-images.repository.ts';
import { countOffers, findOffer } from './offers.repository.ts';
import { setOffersActive } from './set-offers-active.ts';
import { updateOffer } from './update-offer.ts';

const DEFAULT_PAGE_SIZE = 100;

export function registerOfferRoutes(
  http: HttpServer,
  dependencies: OfferDependencies & {
    readonly rewardRules: { readonly coinsPerRupee: number; readonly referralShare: number };
  },
): void {
  registerList(http, dependencies, api.listPrimeOffers, 'prime');
  registerList(http, dependencies, api.listRegularOffers, 'regular');

  const getOffer = createOfferReader(dependencies);
  registerRoute(http, api.getOffer, ({ params }) => getOffer(params.id));

  registerRoute(http, api.getRewardRules, () => Promise.resolve({ ...dependencies.rewardRules }));

  registerRoute(http, api.createOffer, (context) => createOfferOnce(dependencies, context));

  registerRoute(http, api.updateOffer, async ({ params, body, actor }) => ({
    message: 'Offer updated successfully!',
    offer: await updateOffer(dependencies, params.id, body, actor),
  }));

  registerRoute(http, api.deleteOffer, async ({ params, actor }) => {
    await deleteOffer(dependencies, params.id, actor);
    return { message: 'Offer deleted successfully' };
  });

  registerRoute(http, api.setOffersActive, async ({ body, actor }) => {
    const results = await setOffersActive(dependencies, body, actor);
    const changed = results.filter(({ outcome }) => outcome === 'changed').length;
    const verb = body.isActive ? 'activated' : 'deactivated';
    return {
      message: `${changed} ${changed === 1 ? 'offer' : 'offers'} ${verb}`,
      changed,
      results,
    };
  });

  registerRoute(http, api.listCustomClickParams, async ({ params }) => {
    const offer = await findOffer(dependencies.database, params.id);
    if (!offer) throw offerNotFound();
    return { customClickIdParams: [...offer.customClickIdParams] };
  });

  registerRoute(http, api.addCustomClickParam, async ({ params, body, actor }) => ({
    customClickIdParams: await addClickParam(dependencies, params.id, body.parameterName, actor),
    message: `Parameter "${body.parameterName}" added`,
  }));

  registerRoute(http, api.removeCustomClickParam, async ({ params, actor }) => ({
    customClickIdParams: await removeClickParam(dependencies, params.id, params.name, actor),
    message: `Parameter "${params.name}" removed`,
  }));

  registerRoute(http, api.getOfferImage, async ({ params, reply }) => {
    const image = await findImage(dependencies.database, params.id);
    if (!image) throw new AppError('not_found', 'Image not found.');
    await reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
      .type(image.contentType)
      .send(image.bytes);
    return REPLIED;
  });
}

/** Both lists have the same shape. */
type ListRoute = typeof api.listPrimeOffers;

function registerList(
  http: HttpServer,
  dependencies: OfferDependencies,
  route: ListRoute,
  offerCategory: OfferCategory,
): void {
  registerRoute(http, route, async ({ query, reply }) => {
    const { page, limit, search, status, type, network, sort, order } = query;
    const paged = page !== undefined || limit !== undefined;
    const size = limit ?? (paged ? DEFAULT_PAGE_SIZE : undefined);
    const { offers, total } = await listOffers(
      dependencies,
      { offerCategory, search, status, type, network },
      { sort, order, limit: size, offset: ((page ?? 1) - 1) * (size ?? 0) },
    );
    void reply.header('x-total-count', String(total));
    if (!paged) return offers;
    const totalOffers = await countOffers(dependencies.database, { offerCategory, search: '', status: 'all' });
    return { offers, total, totalOffers, page: page ?? 1, limit: size ?? DEFAULT_PAGE_SIZE };
  });
}
