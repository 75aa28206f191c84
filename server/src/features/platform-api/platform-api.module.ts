import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import { registerPlatformApiRoutes, type PlatformApiDependencies } from './platform-api.routes.ts';

export const platformApiModule = (product: Platform & Omit<PlatformApiDependencies, 'apiKey'>): FeatureModule => ({
  routes: (http) => registerPlatformApiRoutes(http, { ...product, apiKey: product.config.PLATFORM_API_KEY }),
});
