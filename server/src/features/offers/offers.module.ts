import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import type { OfferCatalog } from './offer-catalog.ts';
import { registerOfferRoutes } from './offers.routes.ts';

export const offersModule = (
  product: Platform & Parameters<typeof registerOfferRoutes>[1] & { readonly offers: OfferCatalog },
): FeatureModule => ({
  routes: (http) => registerOfferRoutes(http, product),
  caches: [product.offers],
});
