import { listAudit, listAuditChoices, type exportAuditCsv } from '@muneem/contract/audit';
import type { RouteQueryInput } from '@muneem/contract/http';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { routeQuery } from '#lib/route-query.ts';
import type { ScreenQueries } from '#lib/screen.ts';
import { day, readUrlState, text, type UrlValues } from '#lib/url-state.ts';

/** The filters and the position in the log, stored in the URL. */
export const AUDIT_URL = {
  actor: text(),
  action: text(),
  recordType: text(),
  recordId: text(),
  startDate: day(),
  endDate: day(),
  before: text(),
  after: text(),
  entry: text(),
};

export const AUDIT_FILTERS = ['actor', 'action', 'recordType', 'recordId', 'startDate', 'endDate'] as const;

type AuditQuery = RouteQueryInput<typeof listAudit>;

export const numberOf = (text: string): number | undefined =>
  /^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;

export const auditFiltersOf = (url: UrlValues<typeof AUDIT_URL>): RouteQueryInput<typeof exportAuditCsv> =>
  Object.fromEntries(AUDIT_FILTERS.flatMap((name) => (url[name] === '' ? [] : [[name, url[name]]])));

export function auditQueryOf(url: UrlValues<typeof AUDIT_URL>): AuditQuery {
  const [after, before] = [numberOf(url.after), numberOf(url.before)];
  const cursor = after !== undefined ? { after } : before !== undefined ? { before } : {};
  return { ...auditFiltersOf(url), ...cursor };
}

export const auditQuery = (query: AuditQuery) => routeQuery(['audit', query], listAudit, { query });

/** Loads one entry by its number, or null. Entries never change. */
export const auditEntryQuery = (id: number) =>
  queryOptions({
    queryKey: ['audit', 'entry', id],
    queryFn: async ({ signal }) => {
      const { entries } = await api(listAudit, { query: { before: id + 1, limit: 1 }, signal });
      return entries.find((entry) => entry.id === id) ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export const auditChoicesQuery = () => routeQuery(['audit', 'choices'], listAuditChoices, {}, { staleTime: 60_000 });

export const screenQueries: ScreenQueries = (client, { search }) => [
  client.prefetchQuery(auditQuery(auditQueryOf(readUrlState(AUDIT_URL, search)))),
  client.prefetchQuery(auditChoicesQuery()),
];
