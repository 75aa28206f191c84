export { registerConversionReportRoutes } from './conversion-reports.routes.ts';
