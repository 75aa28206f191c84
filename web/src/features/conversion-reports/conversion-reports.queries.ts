import {
  CONVERSION_SOURCES,
  getConversion,
  getConversionBreakdown,
  getConversionStats,
  listConversionReports,
  type BREAKDOWNS,
} from '@muneem/contract/conversion-reports';
import { routeQuery } from '#lib/route-query.ts';
import type { ScreenQueries } from '#lib/screen.ts';
import { chosenFilters, day, oneOf, text } from '#lib/url-state.ts';
import { listConfig, listQueryOf, type ListOf, type QueryOf } from '#ui/data-table/index.ts';

export const SOURCES = ['all', ...CONVERSION_SOURCES] as const;
export const STATUSES = ['all', 'approved', 'pending', 'rejected'] as const;

export const CONVERSIONS = listConfig({
  sorts: ['createdAt', 'userPayout', 'totalPayout'],
  limit: 20,
  filters: {
    source: oneOf(SOURCES, 'all'),
    /** Any event, because the drill-down sets it. The field offers the usual ones. */
    event: text(),
    status: oneOf(STATUSES, 'all'),
    offer: text(),
    network: text(),
    city: text(),
    startDate: day(),
    endDate: day(),
  },
});
export type ReportList = ListOf<typeof CONVERSIONS>;
export type ReportQuery = QueryOf<typeof CONVERSIONS>;

export const callFilters = ({
  source,
  event,
  status,
  offer,
  network,
  city,
  startDate,
  endDate,
  search,
}: ReportQuery) => ({
  ...chosenFilters({ source, event, status, startDate, endDate }),
  offer,
  network,
  city,
  search,
});

export const conversionsQuery = (query: ReportQuery) => {
  const { page, limit, sort, order, anchor } = query;
  return routeQuery(['conversions', 'list', query], listConversionReports, {
    query: { ...callFilters(query), page, limit, sort, order, anchor },
  });
};

export const conversionStatsQuery = (query: ReportQuery) => {
  const filters = callFilters(query);
  return routeQuery(['conversions', 'stats', filters], getConversionStats, { query: filters });
};

export const screenQueries: ScreenQueries = (client, { search }) => {
  const query = listQueryOf(CONVERSIONS, search);
  return [client.prefetchQuery(conversionsQuery(query)), client.prefetchQuery(conversionStatsQuery(query))];
};

export type Breakdown = (typeof BREAKDOWNS)[number];

export const breakdownQuery = (query: ReportQuery, by: Breakdown) => {
  const { search: _, ...filters } = callFilters(query);
  return routeQuery(['conversions', 'breakdown', by, filters], getConversionBreakdown, { query: { ...filters, by } });
};

export const conversionQuery = (conversionId: string) =>
  routeQuery(['conversions', 'one', conversionId], getConversion, { params: { conversionId } });
