export { cityKey, cityLabel, readCityKey } from './cities.ts';
export type { City } from './cities.ts';
export {
  BREAKDOWNS,
  CONVERSION_SOURCES,
  CONVERSION_STATUSES,
  DEFAULT_COUNTRY,
  exportConversionsCsv,
  exportConversionsWorkbook,
  getConversion,
  getConversionBreakdown,
  getConversionStats,
  listConversionReports,
  MAX_BREAKDOWN_DAYS,
  MAX_BREAKDOWN_GROUPS,
  MAX_SEARCHED_USERS,
  REPORT_EVENTS,
  REPORT_EXPORT_LIMIT,
} from './conversion-reports.api.ts';
export type {
  BreakdownGroup,
  ConversionDetails,
  ConversionRow,
  ConversionSource,
  ConversionStats,
  ConversionStatus,
} from './conversion-reports.api.ts';
