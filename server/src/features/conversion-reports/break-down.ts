import {
  cityLabel,
  MAX_BREAKDOWN_DAYS,
  MAX_BREAKDOWN_GROUPS,
  type BreakdownGroup,
} from '@muneem/contract/conversion-reports';
import { rupeesFromPaise } from '@muneem/contract/money';
import type { Queryable } from '#platform/database/index.ts';
import type { ReportFilters } from './report-filters.repository.ts';
import {
  groupSums,
  MEASURE_NAMES,
  sumCities,
  type Dimension,
  type SumGroup,
  type Sums,
} from './report-sums.repository.ts';

/**
 * Groups the filters' conversions by day (newest two years, oldest first), or by offer, network, event or city (largest
 * first).
 */
export async function breakDown(q: Queryable, filters: ReportFilters, by: Dimension): Promise<BreakdownGroup[]> {
  if (by === 'city') return byCity(q, filters);
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
  ...whole,
  ...Object.fromEntries(MEASURE_NAMES.map((name) => [name, whole[name] - part[name]])),
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
