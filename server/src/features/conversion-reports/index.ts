export { registerConversionReportRoutes } from './conversion-reports.routes.ts';
export { foldSums } from './fold-sums.ts';
