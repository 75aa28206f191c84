import { MAX_BREAKDOWN_DAYS } from '@muneem/contract/conversion-reports';
import { groupDigits } from '@muneem/contract/money';
import { AppError } from '#platform/app-error/index.ts';
import { endOfKolkataDay, startOfKolkataDay } from '#platform/clock/index.ts';
import { newestFirst, type Queryable, type Reader } from '#platform/database/index.ts';
import { listConversions, type ReportPage } from './conversion-reports.repository.ts';
import type { ReportFilters } from './report-filters.ts';
import { groupSums, sumConversions } from './report-sums.repository.ts';

/** Maximum of rows that are sorted by amount. */
const MOST_SORTED = 10_000;
/** A page up to this row is looked for among the newest months first. */
const MOST_NEWEST = 10_000;

/** Lists a page of the report as JSON texts. @throws AppError `validation_failed` if too many rows are to be sorted */
export async function listReports(
  reader: Reader,
  filters: ReportFilters,
  page: ReportPage,
  now: Date,
): Promise<readonly string[]> {
  if (page.sort !== 'createdAt') await refuseLongSort(reader, filters);
  const isFar = page.page * page.limit > MOST_NEWEST;
  const isByTime = page.sort === 'createdAt' && filters.search === undefined;
  if (isByTime && isFar) return listFarPage(reader, filters, page);
  if (!isByTime || page.order === 'asc') return listConversions(reader, filters, page);
  const { startDate, endDate } = filters;
  const until = endDate === undefined ? now : endOfKolkataDay(endDate);
  const from = startDate === undefined ? undefined : startOfKolkataDay(startDate);
  return newestFirst({ until, from, limit: page.limit }, (since) => listConversions(reader, filters, page, since));
}

/** Skips whole days by their sums, so that OFFSET stays within a day. */
async function listFarPage(
  reader: Reader,
  filters: ReportFilters,
  { page, limit, sort, order }: ReportPage,
): Promise<readonly string[]> {
  const days = await groupSums(reader, filters, 'day', MAX_BREAKDOWN_DAYS);
  let skip = (page - 1) * limit;
  const first = (order === 'desc' ? days.toReversed() : days).find(({ conversions }) => {
    if (skip < conversions) return true;
    skip -= conversions;
    return false;
  });
  // The days are the newest two years: an older row is found from the newest only.
  const areAll = order === 'desc' || sum(days) === (await sumConversions(reader, filters)).conversions;
  if (first === undefined || !areAll) return listConversions(reader, filters, { page, limit, sort, order });
  const from = order === 'desc' ? { endDate: first.key } : { startDate: first.key };
  return listConversions(reader, { ...filters, ...from }, { page: 1 + skip / limit, limit, sort, order });
}

const sum = (groups: readonly { readonly conversions: number }[]): number =>
  groups.reduce((all, { conversions }) => all + conversions, 0);

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
