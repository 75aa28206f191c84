import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import type { OpenPayouts } from './open-payouts.ts';
import { registerReconciliationRoutes } from './reconciliation.routes.ts';

export const payoutsModule = ({
  payouts,
  ...platform
}: Platform & { readonly payouts: OpenPayouts }): FeatureModule => ({
  routes: (http) => registerReconciliationRoutes(http, { ...platform, reconciliation: payouts.reconciliation }),
  jobs: payouts.jobs,
  background: { stop: () => payouts.stop() },
});
