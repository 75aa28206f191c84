import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import { createReverseConversion, type RecordConversions } from '#features/conversions/index.ts';
import type { OfferCatalog } from '#features/offers/index.ts';
import { registerContradictionRoutes } from './contradictions.routes.ts';
import { registerEvidenceRoutes } from './evidence.routes.ts';
import { traceRewards } from './trace-rewards.ts';

export const evidenceModule = (
  platform: Platform & {
    readonly recordConversions: RecordConversions;
    readonly offers: OfferCatalog;
    readonly coinsPerRupee: number;
  },
): FeatureModule => ({
  routes(http) {
    registerEvidenceRoutes(http, platform);
    registerContradictionRoutes(http, { ...platform, reverseConversion: createReverseConversion(platform) });
  },
  jobs: [
    {
      name: 'trace-rewards',
      // Also defined without a collector, because the schedule stays in the database.
      cron: '* * * * *',
      async handle() {
        if (platform.tracer !== undefined) await traceRewards(platform, platform.tracer);
      },
    },
  ],
});
