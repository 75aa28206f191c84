import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import { registerLiveRoutes } from './live.routes.ts';

export const liveModule = (platform: Platform): FeatureModule => ({
  routes: (http) => registerLiveRoutes(http, platform),
});
