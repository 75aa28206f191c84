import type { ReportFilters } from './report-filters.ts';
import { groupDigits } from '@muneem/contract/money';
import { AppError } from '#platform/app-error/index.ts';
import type { Queryable } from '#platform/database/index.ts';
import {
  listConversions,
  listConversionsWithin,
  type ConversionRecord,
  type ReportPage,
} from './conversion-reports.repository.ts';
import { findPageStretch, listPageOffers, type PageStretch } from './page-stretch.repository.ts';
import { sumConversions } from './report-sums.repository.ts';
import { placeOfSums } from './sums-of.repository.ts';

/** So many rows are read and sorted while somebody waits. */
const MOST_SORTED = 10_000;
/** Up to so many offers in their hours or days are looked up one by one; with more of them these are read through. */
const MOST_LOOK_UPS = 100;
/** What is not approved, or no postback brought, has indexes of its own: of so many hours its rows are few. */
const SHORT_MS = 24 * 3_600_000;

/**
 * A page of the report. By time the sums tell on which days and in which hours it lies, whatever its number, and where an
 * event is rare also which offers have it there: the rows read are those of the page and of its hours, not those before it.
 */
export async function listReports(
  q: Queryable,
  filters: ReportFilters,
  page: ReportPage,
): Promise<readonly ConversionRecord[]> {
  if (page.sort !== 'createdAt') await refuseLongSort(q, filters);
  if (page.sort !== 'createdAt' || placeOfSums(filters) === 'rows') return listConversions(q, filters, page);
  const stretch = await findPageStretch(q, filters, { ...page, offset: (page.page - 1) * page.limit });
  if (stretch === null) return [];
  const offers = isWorthLookUps(filters, stretch)
    ? await listPageOffers(q, filters, stretch, MOST_LOOK_UPS)
    : undefined;
  const areFew = offers !== undefined && offers.length <= MOST_LOOK_UPS;
  return listConversionsWithin(q, filters, page, stretch, areFew ? offers : undefined);
}

/**
 * Amounts have no index, which every postback would pay for. What is read for a sort is what the other indexes find: events, and
 * what most conversions are, do not narrow it.
 * @throws AppError `validation_failed` when that is too much
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
