import type { ReportFilters } from './report-filters.ts';
import { groupDigits } from '@muneem/contract/money';
import { AppError } from '#platform/app-error/index.ts';
import { endOfKolkataDay } from '#platform/clock/index.ts';
import type { Queryable, Reader } from '#platform/database/index.ts';
import {
  listConversions,
  listConversionsWithin,
  listNewestConversions,
  type ReportPage,
} from './conversion-reports.repository.ts';
import { findPageStretch, listPageOffers, type PageStretch } from './page-stretch.repository.ts';
import { sumConversions } from './report-sums.repository.ts';
import { placeOfSums } from './sums-of.repository.ts';

/** Maximum of rows that are sorted per request. */
const MOST_SORTED = 10_000;
/** Up to this row, reading from the newest is faster than locating the page. */
const MOST_NEWEST = 10_000;
/** Up to this many offers are looked up one by one; more are scanned. */
const MOST_LOOK_UPS = 100;
/** Rejected and manual conversions have partial indexes: they are rare, so a range of hours matches few rows. */
const SHORT_MS = 24 * 3_600_000;

/**
 * Lists a page of the report as JSON texts. Sorted by time, the stored sums locate the page's days and hours, at any page number.
 * For a rare event they also locate the offers. Only rows of these hours are read.
 */
export async function listReports(
  reader: Reader,
  filters: ReportFilters,
  page: ReportPage,
  now: Date,
): Promise<readonly string[]> {
  if (page.sort !== 'createdAt') await refuseLongSort(reader, filters);
  if (page.sort !== 'createdAt' || placeOfSums(filters) === 'rows') return listConversions(reader, filters, page);
  if (isAmongNewest(filters, page)) {
    const until = filters.endDate === undefined ? now : endOfKolkataDay(filters.endDate);
    const newest = await listNewestConversions(reader, filters, page, until);
    if (newest) return newest;
  }
  const stretch = await findPageStretch(reader, filters, { ...page, offset: (page.page - 1) * page.limit });
  if (stretch === null) return [];
  const offers = isWorthLookUps(filters, stretch)
    ? await listPageOffers(reader, filters, stretch, MOST_LOOK_UPS)
    : undefined;
  const areFew = offers !== undefined && offers.length <= MOST_LOOK_UPS;
  return listConversionsWithin(reader, filters, page, stretch, areFew ? offers : undefined);
}

/** Most conversions are approved postbacks, so a page of them is among the newest rows. */
const isAmongNewest = ({ source, status, offerId, events, city }: ReportFilters, { page, limit, order }: ReportPage) =>
  order === 'desc' &&
  page * limit <= MOST_NEWEST &&
  (source ?? 'postback') === 'postback' &&
  (status ?? 'approved') === 'approved' &&
  offerId === undefined &&
  events === undefined &&
  city === undefined;

/**
 * Refuses a sort by amount over too many rows: amounts have no index, because each postback would pay for it.
 * Events and the most frequent source and status do not narrow the read. @throws AppError `validation_failed`
 */
async function refuseLongSort(q: Queryable, filters: ReportFilters): Promise<void> {
  const { source, status } = filters;
  const { total } = await sumConversions(q, {
    ...filters,
    events: undefined,
    source: source === 'postback' ? undefined : source,
    status: status === 'approved' ? undefined : status,
  });
  if (total <= MOST_SORTED) return;
  throw new AppError(
    'validation_failed',
    `Only up to ${groupDigits(MOST_SORTED)} conversions can be sorted by amount. Choose fewer days, an offer or a city.`,
  );
}

function isWorthLookUps(
  { offerId, events, city, source, status }: ReportFilters,
  { first, end }: PageStretch,
): boolean {
  if (offerId !== undefined) return true;
  const hasIndex =
    city === undefined && ((source ?? 'postback') !== 'postback' || (status ?? 'approved') !== 'approved');
  return events !== undefined && !(hasIndex && end.getTime() - first.getTime() <= SHORT_MS);
}
