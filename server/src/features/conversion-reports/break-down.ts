import {
  cityLabel,
  MAX_BREAKDOWN_DAYS,
  MAX_BREAKDOWN_GROUPS,
  MAX_BREAKDOWN_ROWS,
  type BreakdownGroup,
} from '@muneem/contract/conversion-reports';
import { paise, rupeesFromPaise } from '@muneem/contract/money';
import type { Queryable } from '#platform/database/index.ts';
import type { ReportFilters } from './report-filters.ts';
import {
  findOfferTitles,
  groupSums,
  placeOfSums,
  sumCities,
  sumConversions,
  type Dimension,
  type SumGroup,
} from './report-sums.repository.ts';

export interface Breakdown {
  readonly groups: BreakdownGroup[];
  readonly isTooMuch: boolean;
}

/** What the filters find, counted by day (the newest two years, oldest first), or by offer, event or city (largest first). */
export async function breakDown(q: Queryable, filters: ReportFilters, by: Dimension): Promise<Breakdown> {
  if (placeOfSums(filters, by) === 'rows' && (await rowsToRead(q, filters)) > MAX_BREAKDOWN_ROWS)
    return { groups: [], isTooMuch: true };
  const sums = await groupSums(q, filters, by, by === 'day' ? MAX_BREAKDOWN_DAYS : MAX_BREAKDOWN_GROUPS);
  const titles =
    by === 'offer'
      ? await findOfferTitles(
          q,
          sums.map(({ key }) => key),
        )
      : undefined;
  const label = (key: string): string => (by === 'city' ? cityLabel(key) : (titles?.get(key) ?? key));
  const groups = sums.map((group) => toGroup(group, label(group.key)));
  if (by === 'city' && filters.city === undefined) groups.push(...(await restOfCities(q, filters, sums)));
  return { groups, isTooMuch: false };
}

/** The rows of the offer or of the city, whichever are fewer: an index finds the ones or the others. */
async function rowsToRead(q: Queryable, filters: ReportFilters): Promise<number> {
  const { offerId, city } = filters;
  const [ofOffer, ofCity] = await Promise.all([
    offerId === undefined ? undefined : sumConversions(q, { ...filters, city: undefined }),
    city === undefined ? undefined : sumConversions(q, { ...filters, offerId: undefined }),
  ]);
  return Math.min(ofOffer?.total ?? Infinity, ofCity?.total ?? Infinity);
}

/** What stands in no group, so that the groups are all of the conversions. */
async function restOfCities(
  q: Queryable,
  filters: ReportFilters,
  shown: readonly SumGroup[],
): Promise<BreakdownGroup[]> {
  const { all, known } = await sumCities(q, filters);
  return [
    toGroup(shown.reduce(less, known), 'Other cities', 'others'),
    toGroup(less(all, known), 'City not known', 'unknown'),
  ].filter(({ conversions }) => conversions > 0);
}

const less = (whole: SumGroup, part: SumGroup): SumGroup => ({
  key: '',
  conversions: whole.conversions - part.conversions,
  approved: whole.approved - part.approved,
  total_payout_paise: whole.total_payout_paise - part.total_payout_paise,
  postback: whole.postback - part.postback,
  smart_poll: whole.smart_poll - part.smart_poll,
  manual: whole.manual - part.manual,
});

const toGroup = (group: SumGroup, label: string, rest?: BreakdownGroup['rest']): BreakdownGroup => ({
  key: group.key,
  label,
  ...(rest === undefined ? {} : { rest }),
  conversions: group.conversions,
  approved: group.approved,
  totalPayout: rupeesFromPaise(paise(group.total_payout_paise)),
  sources: { postback: group.postback, smart_poll: group.smart_poll, manual: group.manual },
});
