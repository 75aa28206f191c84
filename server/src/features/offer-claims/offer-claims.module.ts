import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import { registerOfferClaimRoutes } from './offer-claims.routes.ts';

export const offerClaimsModule = (platform: Platform): FeatureModule => ({
  routes: (http) => registerOfferClaimRoutes(http, platform),
});
