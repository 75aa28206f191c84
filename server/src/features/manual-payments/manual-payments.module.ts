import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import type { BulkRuns } from '#features/bulk-runs/index.ts';
import type { RecordConversions } from '#features/conversions/index.ts';
import type { OfferCatalog } from '#features/offers/index.ts';
import { registerManualPaymentRoutes } from './manual-payments.routes.ts';

export const manualPaymentsModule = (
  product: Platform & {
    readonly offers: OfferCatalog;
    readonly recordConversions: RecordConversions;
    readonly bulkRuns: BulkRuns;
    readonly coinsPerRupee: number;
  },
): FeatureModule => ({
  routes: (http) => registerManualPaymentRoutes(http, product),
});
