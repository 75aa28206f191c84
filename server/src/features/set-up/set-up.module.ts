import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import type { SetUp } from './create-set-up.ts';
import { registerSetUpRoutes } from './set-up.routes.ts';

export const setUpModule = (product: Platform & { readonly setUp: SetUp }): FeatureModule => ({
  routes: (http) => registerSetUpRoutes(http, product),
  background: { stop: () => product.setUp.close() },
});
