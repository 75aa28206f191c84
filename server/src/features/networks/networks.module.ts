import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import { registerNetworkRoutes } from './networks.routes.ts';

export const networksModule = (platform: Platform): FeatureModule => ({
  routes: (http) => registerNetworkRoutes(http, platform),
});
