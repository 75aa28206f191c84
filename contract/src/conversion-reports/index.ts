export {
  CONVERSION_SOURCES,
  CONVERSION_STATUSES,
  DEFAULT_COUNTRY,
  getConversion,
  getConversionStats,
  listConversionReports,
  REPORT_EVENTS,
  REPORT_EXPORT_LIMIT,
  REPORT_PAGE_SIZE,
} from './conversion-reports.api.ts';
export type {
  ConversionDetails,
  ConversionRow,
  ConversionSource,
  ConversionStats,
  ConversionStatus,
} from './conversion-reports.api.ts';
