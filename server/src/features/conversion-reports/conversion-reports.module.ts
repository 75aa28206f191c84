import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import { registerConversionReportRoutes } from './conversion-reports.routes.ts';
import { foldSums } from './fold-sums.ts';

export const conversionReportsModule = (platform: Platform): FeatureModule => ({
  routes: (http) => registerConversionReportRoutes(http, platform),
  jobs: [{ name: 'fold-report-sums', cron: '* * * * *', handle: async () => void (await foldSums(platform)) }],
});
