import type { ReportFilters } from './report-filters.ts';
import { groupDigits } from '@muneem/contract/money';
import { AppError } from '#platform/app-error/index.ts';
import type { Queryable } from '#platform/database/index.ts';
import { listConversions, listConversionsWithin, type ReportPage } from './conversion-reports.repository.ts';
import { findPageStretch, listPageOffers, type PageStretch } from './page-stretch.repository.ts';
import { sumConversions } from './report-sums.repository.ts';
import { placeOfSums } from './sums-of.repository.ts';

/** Maximum of rows that are sorted per request. */
const MOST_SORTED = 10_000;
/** Up to this many offers are looked up one by one; more are scanned. */
const MOST_LOOK_UPS = 100;
/** Rejected and manual conversions have partial indexes: they are rare, so a range of hours matches few rows. */
const SHORT_MS = 24 * 3_600_000;

/**
 * Lists a page of the report as JSON texts, joined by commas. Sorted by time, the stored sums locate the page's days and hours, at any page number.
 * For a rare event they also locate the offers. Only rows of these hours are read.
 */
export async function listReports(q: Queryable, filters: ReportFilters, page: ReportPage): Promise<string> {
  if (page.sort !== 'createdAt') await refuseLongSort(q, filters);
  if (page.sort !== 'createdAt' || placeOfSums(filters) === 'rows') return listConversions(q, filters, page);
  const stretch = await findPageStretch(q, filters, { ...page, offset: (page.page - 1) * page.limit });
  if (stretch === null) return '';
  const offers = isWorthLookUps(filters, stretch)
    ? await listPageOffers(q, filters, stretch, MOST_LOOK_UPS)
    : undefined;
  const areFew = offers !== undefined && offers.length <= MOST_LOOK_UPS;
  return listConversionsWithin(q, filters, page, stretch, areFew ? offers : undefined);
}

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
  throw new AppError('validation_failed', {
    userMessage: `Only up to ${groupDigits(MOST_SORTED)} conversions can be sorted by amount. Choose fewer days, an offer or a city.`,
  });
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
