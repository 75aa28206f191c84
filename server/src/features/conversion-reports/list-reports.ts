import { groupDigits } from '@muneem/contract/money';
import { AppError } from '#platform/app-error/index.ts';
import { endOfKolkataDay, startOfKolkataDay } from '#platform/clock/index.ts';
import { newestFirst, readPage, type ListPage, type Queryable, type Reader } from '#platform/database/index.ts';
import {
  listConversions,
  SORT_COLUMNS,
  type ListedConversion,
  type ReportPage,
} from './conversion-reports.repository.ts';
import type { ReportFilters } from './report-filters.repository.ts';
import { sumConversions } from './report-sums.repository.ts';

/** Maximum of rows that are sorted by amount. */
const MOST_SORTED = 10_000;
/** Lists a page of the report. @throws AppError `validation_failed` if too many rows are to be sorted */
export async function listReports(
  reader: Reader,
  filters: ReportFilters,
  query: ReportPage,
  now: Date,
): Promise<ListPage<ListedConversion>> {
  if (query.sort !== 'createdAt') await refuseLongSort(reader, filters);
  const key = { value: SORT_COLUMNS[query.sort], id: 'c.id' };
  const isByTime = query.sort === 'createdAt' && filters.search === undefined;
  const end = filters.endDate === undefined ? now : endOfKolkataDay(filters.endDate);
  const from = filters.startDate === undefined ? undefined : startOfKolkataDay(filters.startDate);
  return readPage(query, key, (part) => {
    const read = (since?: Date): Promise<ListedConversion[]> => listConversions(reader, filters, { key, part, since });
    if (!isByTime || part.direction === 'asc') return read();
    const begin = new Date(part.from?.sortValue ?? end);
    return newestFirst({ until: begin < end ? begin : end, from, limit: query.limit + 1 }, read);
  });
}

/**
 * Refuses a sort by amount over too many rows: amounts have no index, because each postback would pay for it.
 * Events and the most frequent source and status do not narrow the read.
 */
async function refuseLongSort(q: Queryable, filters: ReportFilters): Promise<void> {
  const { source, status } = filters;
  const { conversions } = await sumConversions(q, {
    ...filters,
    events: undefined,
    source: source === 'postback' ? undefined : source,
    status: status === 'approved' ? undefined : status,
  });
  if (conversions <= MOST_SORTED) return;
  throw new AppError(
    'validation_failed',
    `Only up to ${groupDigits(MOST_SORTED)} conversions can be sorted by amount. Choose fewer days, an offer or a city.`,
  );
}
