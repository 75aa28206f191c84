import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import type { EarlierRevenueDependencies } from '#features/conversions/index.ts';
import { registerConversionReportRoutes } from './conversion-reports.routes.ts';
import { registerOfferEarningsRoutes } from './offer-earnings.routes.ts';
import { registerReportExports } from './report-exports.routes.ts';
import { foldSums } from './fold-sums.repository.ts';

export const conversionReportsModule = (product: Platform & EarlierRevenueDependencies): FeatureModule => ({
  routes: (http) => {
    registerConversionReportRoutes(http, product);
    registerReportExports(http, product);
    registerOfferEarningsRoutes(http, product);
  },
  jobs: [{ name: 'fold-report-sums', cron: '* * * * *', handle: async () => void (await foldSums(product)) }],
});
