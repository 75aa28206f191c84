import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import type { OpenPayouts } from './open-payouts.ts';
import { addPayoutFigures } from './payout-figures.ts';
import { registerReconciliationRoutes } from './reconciliation.routes.ts';

export const payoutsModule = ({
  payouts,
  ...platform
}: Platform & { readonly payouts: OpenPayouts }): FeatureModule => ({
  routes: (http) => registerReconciliationRoutes(http, { ...platform, reconciliation: payouts.reconciliation }),
  jobs: [payouts.reconciliation.job],
  metrics: (metrics) => addPayoutFigures(metrics, platform),
  background: payouts,
});
