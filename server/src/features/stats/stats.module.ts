import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import type { SetUp } from '#features/set-up/index.ts';
import { registerStatsRoutes } from './stats.routes.ts';

export const statsModule = (
  product: Platform & { readonly coinsPerRupee: number; readonly setUp: SetUp },
): FeatureModule => ({
  routes: (http) => registerStatsRoutes(http, product),
});
