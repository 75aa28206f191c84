import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import { registerStatsRoutes } from './stats.routes.ts';

export const statsModule = (product: Platform & { readonly coinsPerRupee: number }): FeatureModule => ({
  routes: (http) => registerStatsRoutes(http, product),
});
