export { cityKey, cityLabel, readCityKey } from './cities.ts';
export type { City } from './cities.ts';
export {
  fillEarlierRevenue,
  FUNNEL_CLICKS,
  FUNNEL_DAYS,
  getFunnel,
  previewEarlierRevenue,
} from './offer-earnings.api.ts';
export type { EarlierRevenue, Funnel } from './offer-earnings.api.ts';
export { figuresOf, formatStep } from './figures.ts';
export type { Figures } from './figures.ts';
export { quantileS, stepOf, STEPS } from './steps.ts';
export type { Step } from './steps.ts';
export {
  BREAKDOWNS,
  CONVERSION_SOURCES,
  CONVERSION_STATUSES,
  DEFAULT_COUNTRY,
  exportBreakdownCsv,
  exportBreakdownWorkbook,
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
