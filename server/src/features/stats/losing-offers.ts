import { LOSING_OFFERS_SHOWN, type Attention } from '@muneem/contract/stats';
import { rupeesFromPaise } from '@muneem/contract/money';
import { daysBefore, kolkataDay } from '#platform/clock/index.ts';
import type { Queryable } from '#platform/database/index.ts';
import { groupSums } from '#features/conversion-reports/index.ts';

const DAYS = 7;
/** Fewer conversions say nothing about an offer. */
const MIN_CONVERSIONS = 20;
const MOST_OFFERS = 10_000;

/**
 * Lists offers that lost money in the last 7 days, the greatest loss first. A conversion of unknown revenue counts as an
 * average one: the mean revenue of the others is below the mean payout.
 */
export async function losingOffers(q: Queryable, now: Date): Promise<Attention['losingOffers']> {
  const filters = { startDate: kolkataDay(daysBefore(now, DAYS - 1)), today: kolkataDay(now) };
  const losing = (await groupSums(q, filters, 'offer', MOST_OFFERS)).flatMap((group) => {
    const { approved, unpriced, revenuePaise, totalPayoutPaise } = group;
    const known = approved - unpriced;
    const lossPaise = totalPayoutPaise - (revenuePaise * approved) / known;
    return approved >= MIN_CONVERSIONS && known > 0 && lossPaise > 0 ? [{ ...group, lossPaise }] : [];
  });
  const worst = losing.toSorted((a, b) => b.lossPaise - a.lossPaise).slice(0, LOSING_OFFERS_SHOWN);
  return {
    total: losing.length,
    worst: worst.map(({ key, title, approved, unpriced, revenuePaise, totalPayoutPaise }) => ({
      offerId: key,
      offerTitle: title ?? key,
      conversions: approved,
      withoutRevenue: unpriced,
      revenue: rupeesFromPaise(revenuePaise),
      payout: rupeesFromPaise(totalPayoutPaise),
    })),
  };
}
