import { getConversion, getConversionStats, listConversionReports } from '@muneem/contract/conversion-reports';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { oneOf, day } from '#lib/url-state.ts';
import { listConfig, type ListQueryState } from '#ui/data-table/index.ts';

export const SOURCES = ['all', 'postback', 'smart_poll', 'manual'] as const;
export const EVENTS = ['all', 'install', 'register', 'deposit'] as const;
export const STATUSES = ['all', 'approved', 'pending', 'rejected'] as const;

const FILTERS = {
  source: oneOf(SOURCES, 'all'),
  event: oneOf(EVENTS, 'all'),
  status: oneOf(STATUSES, 'all'),
  startDate: day(),
  endDate: day(),
};

/** What the list keeps in the address. */
export const CONVERSIONS = listConfig({
  sorts: ['createdAt', 'userPayout', 'totalPayout'],
  limit: 20,
  filters: FILTERS,
});

export type ReportQuery = ListQueryState<'createdAt' | 'userPayout' | 'totalPayout', typeof FILTERS>;

const chosen = <Value extends string>(value: Value): Exclude<Value, 'all' | ''> | undefined =>
  value === 'all' || value === '' ? undefined : (value as Exclude<Value, 'all' | ''>);

/** The filters as the calls want them: empty ones are left out. */
export const callFilters = ({ source, event, status, startDate, endDate, search }: ReportQuery) => ({
  source: chosen(source),
  event: chosen(event),
  status: chosen(status),
  startDate: chosen(startDate),
  endDate: chosen(endDate),
  search,
});

export const conversionsQuery = (query: ReportQuery) =>
  queryOptions({
    queryKey: ['conversions', 'list', query],
    queryFn: ({ signal }) => {
      const { page, limit, sort, order } = query;
      return api(listConversionReports, { query: { ...callFilters(query), page, limit, sort, order }, signal });
    },
  });

export const conversionStatsQuery = (query: ReportQuery) => {
  const filters = callFilters(query);
  return queryOptions({
    queryKey: ['conversions', 'stats', filters],
    queryFn: ({ signal }) => api(getConversionStats, { query: filters, signal }),
  });
};

export const conversionQuery = (conversionId: string) =>
  queryOptions({
    queryKey: ['conversions', 'one', conversionId],
    queryFn: ({ signal }) => api(getConversion, { params: { conversionId }, signal }),
  });
