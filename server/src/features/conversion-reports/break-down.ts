import { MAX_BREAKDOWN_DAYS, MAX_BREAKDOWN_GROUPS, type BreakdownGroup } from '@muneem/contract/conversion-reports';
import { paise, rupeesFromPaise } from '@muneem/contract/money';
import type { Queryable } from '#platform/database/index.ts';
import type { ReportFilters } from './report-filters.ts';
import { findOfferTitles, groupSums, type Dimension } from './report-sums.repository.ts';

/** What the filters find, counted by day (the newest two years, oldest first), offer or event (largest first). */
export async function breakDown(q: Queryable, filters: ReportFilters, by: Dimension): Promise<BreakdownGroup[]> {
  const groups = await groupSums(q, filters, by, by === 'day' ? MAX_BREAKDOWN_DAYS : MAX_BREAKDOWN_GROUPS);
  const titles =
    by === 'offer'
      ? await findOfferTitles(
          q,
          groups.map(({ key }) => key),
        )
      : undefined;
  return groups.map((group) => ({
    key: group.key,
    label: titles?.get(group.key) ?? group.key,
    conversions: group.conversions,
    approved: group.approved,
    totalPayout: rupeesFromPaise(paise(group.total_payout_paise)),
    sources: { postback: group.postback, smart_poll: group.smart_poll, manual: group.manual },
  }));
}
