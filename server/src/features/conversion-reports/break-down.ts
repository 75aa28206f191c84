import {
  cityLabel,
  MAX_BREAKDOWN_DAYS,
  MAX_BREAKDOWN_GROUPS,
  type BreakdownGroup,
} from '@muneem/contract/conversion-reports';
import { add, negate, rupeesFromPaise } from '@muneem/contract/money';
import type { Queryable } from '#platform/database/index.ts';
import type { ReportFilters } from './report-filters.repository.ts';
import { groupSums, sumCities, type Dimension, type SumGroup, type Sums } from './report-sums.repository.ts';

/**
 * Groups the filters' conversions by day (newest two years, oldest first), or by offer, network, event or city (largest
 * first).
 */
export const breakDown = (q: Queryable, filters: ReportFilters, by: Dimension): Promise<BreakdownGroup[]> =>
  by === 'city' ? byCity(q, filters) : byDimension(q, filters, by);

async function byDimension(
  q: Queryable,
  filters: ReportFilters,
  by: Exclude<Dimension, 'city'>,
): Promise<BreakdownGroup[]> {
  const sums = await groupSums(q, filters, by, by === 'day' ? MAX_BREAKDOWN_DAYS : MAX_BREAKDOWN_GROUPS);
  return sums.map((group) => {
    if (by === 'network' && group.key === '') return toGroup(group, 'No network', 'none');
    const found = toGroup(group, group.title ?? group.key);
    return by === 'event' ? { ...found, clicks: null } : found;
  });
}

/** Adds groups for small and unknown cities, so that the groups cover all conversions. */
async function byCity(q: Queryable, filters: ReportFilters): Promise<BreakdownGroup[]> {
  const { largest, known, all } = await sumCities(q, filters, MAX_BREAKDOWN_GROUPS);
  const rest = [
    toGroup(largest.reduce(subtract, known), 'Other cities', 'others'),
    toGroup(subtract(all, known), 'Unknown city', 'unknown'),
  ];
  return [
    ...largest.map((group) => toGroup(group, cityLabel(group.key))),
    ...rest.filter(({ conversions }) => conversions > 0),
  ];
}

const subtract = (whole: SumGroup, part: SumGroup): SumGroup => ({
  key: '',
  conversions: whole.conversions - part.conversions,
  approved: whole.approved - part.approved,
  totalPayoutPaise: add(whole.totalPayoutPaise, negate(part.totalPayoutPaise)),
  postback: whole.postback - part.postback,
  smartPoll: whole.smartPoll - part.smartPoll,
  manual: whole.manual - part.manual,
  revenuePaise: add(whole.revenuePaise, negate(part.revenuePaise)),
  pendingRevenuePaise: add(whole.pendingRevenuePaise, negate(part.pendingRevenuePaise)),
  unpriced: whole.unpriced - part.unpriced,
  clicks: whole.clicks - part.clicks,
  times: whole.times.map((count, index) => count - (part.times[index] ?? 0)),
});

/** Revenue of which nothing is known is null. Without conversions there is still the revenue that reversals took. */
export const earningsOf = (sums: Sums) => ({
  revenue: sums.revenuePaise === 0 && sums.approved === sums.unpriced ? null : rupeesFromPaise(sums.revenuePaise),
  pendingRevenue: rupeesFromPaise(sums.pendingRevenuePaise),
  withoutRevenue: sums.unpriced,
  clicks: sums.clicks,
  times: [...sums.times],
});

const toGroup = (group: SumGroup, label: string, rest?: BreakdownGroup['rest']): BreakdownGroup => ({
  key: group.key,
  label,
  ...(rest === undefined ? {} : { rest }),
  conversions: group.conversions,
  approved: group.approved,
  totalPayout: rupeesFromPaise(group.totalPayoutPaise),
  sources: { postback: group.postback, smart_poll: group.smartPoll, manual: group.manual },
  ...earningsOf(group),
});
