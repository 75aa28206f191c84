import type { ReportFilters } from './report-filters.ts';
import type { Queryable } from '#platform/database/index.ts';
import {
  listConversions,
  listConversionsOfHours,
  type ConversionRecord,
  type ReportPage,
} from './conversion-reports.repository.ts';
import { findPageHours, listOfferHours, placeOfSums } from './report-sums.repository.ts';

/** Up to so many offers in their hours are looked up one by one; with more of them the hours are read through. */
const MOST_OFFER_HOURS = 100;

/**
 * A page of the report. By time the hourly sums tell in which hours it lies, whatever its number, and where an event is
 * rare also which offers have it there: the rows read are those of the page and of its hours, not those before it.
 */
export async function listReports(
  q: Queryable,
  filters: ReportFilters,
  page: ReportPage,
): Promise<readonly ConversionRecord[]> {
  if (page.sort !== 'createdAt' || placeOfSums(filters) === 'rows') return listConversions(q, filters, page);
  const hours = await findPageHours(q, filters, { ...page, offset: (page.page - 1) * page.limit });
  if (hours === null) return [];
  const isRare = filters.eventKeys.length > 0 && placeOfSums(filters) === 'hours';
  const cells = isRare ? await listOfferHours(q, filters, hours.hours, MOST_OFFER_HOURS) : [];
  const offerHours = isRare && cells.length <= MOST_OFFER_HOURS ? cells : undefined;
  return listConversionsOfHours(q, filters, page, hours, offerHours);
}
