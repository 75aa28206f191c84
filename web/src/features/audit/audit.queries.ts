import { listAudit, listAuditChoices } from '@muneem/contract/audit';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { day, text } from '#lib/url-state.ts';

/** The filters and the place in the log, in the address. */
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

export interface AuditQuery {
  readonly actor?: string;
  readonly action?: string;
  readonly recordType?: string;
  readonly recordId?: string;
  readonly startDate?: string;
  readonly endDate?: string;
  readonly before?: number;
  readonly after?: number;
  readonly limit?: number;
}

export const auditQuery = (query: AuditQuery) =>
  queryOptions({ queryKey: ['audit', query], queryFn: ({ signal }) => api(listAudit, { query, signal }) });

/** One entry by its number, wherever it stands in the log; null when there is none. What is written does not change. */
export const auditEntryQuery = (id: number) =>
  queryOptions({
    queryKey: ['audit', 'entry', id],
    queryFn: async ({ signal }) => {
      const { entries } = await api(listAudit, { query: { before: id + 1, limit: 1 }, signal });
      return entries.find((entry) => entry.id === id) ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export const auditChoicesQuery = () =>
  queryOptions({
    queryKey: ['audit', 'choices'],
    queryFn: ({ signal }) => api(listAuditChoices, { signal }),
    staleTime: 60_000,
  });
