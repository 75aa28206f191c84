import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import { registerEvidenceRoutes } from './evidence.routes.ts';
import { traceRewards } from './trace-rewards.ts';

export const evidenceModule = (platform: Platform): FeatureModule => ({
  routes: (http) => registerEvidenceRoutes(http, platform),
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
