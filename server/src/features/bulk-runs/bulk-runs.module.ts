import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import { registerBulkRunRoutes } from './bulk-runs.routes.ts';
import type { BulkRuns } from './create-bulk-runs.ts';

export const bulkRunsModule = (product: Platform & { readonly bulkRuns: BulkRuns }): FeatureModule => ({
  routes: (http) => registerBulkRunRoutes(http, product),
  jobs: [product.bulkRuns.job],
  background: { stop: () => product.bulkRuns.stop() },
});
