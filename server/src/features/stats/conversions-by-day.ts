import { CHART_DAYS, type DayStats } from '@muneem/contract/stats';
import { rupeesFromPaise } from '@muneem/contract/money';
import { daysBefore, kolkataDay } from '#platform/clock/index.ts';
import type { Queryable } from '#platform/database/index.ts';
import { earningsOf, groupSums } from '#features/conversion-reports/index.ts';

export async function conversionsByDay(q: Queryable, now: Date): Promise<DayStats[]> {
  const days = Array.from({ length: CHART_DAYS }, (_, index) => kolkataDay(daysBefore(now, CHART_DAYS - 1 - index)));
  const filters = { startDate: days[0], today: kolkataDay(now) };
  const groups = await groupSums(q, filters, 'day', CHART_DAYS + 1);
  const sums = new Map(groups.map((group) => [group.key, group]));
  return days.map((day) => {
    const group = sums.get(day);
    if (!group) return { day, conversions: 0, payout: 0, revenue: null, withoutRevenue: 0 };
    const { revenue, withoutRevenue } = earningsOf(group);
    return {
      day,
      conversions: group.approved,
      payout: rupeesFromPaise(group.totalPayoutPaise),
      revenue,
      withoutRevenue,
    };
  });
}
