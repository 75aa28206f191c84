import type { FeatureModule } from '#platform/feature-module/index.ts';
import type { NetworkDependencies } from './get-network.ts';
import { registerNetworkRoutes } from './networks.routes.ts';

export const networksModule = (dependencies: NetworkDependencies): FeatureModule => ({
  routes: (http) => registerNetworkRoutes(http, dependencies),
});
