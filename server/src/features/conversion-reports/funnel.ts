import { FUNNEL_CLICKS, FUNNEL_DAYS, type Funnel } from '@muneem/contract/conversion-reports';
import { daysBefore, kolkataDay } from '#platform/clock/index.ts';
import type { Queryable } from '#platform/database/index.ts';
import { countSteps } from './funnel.repository.ts';
import { NO_FILTERS } from './report-filters.ts';
import { groupSums } from './report-sums.repository.ts';

const MOST_EVENTS = 100;

export async function readFunnel(q: Queryable, offerId: string, now: Date): Promise<Funnel> {
  const since = daysBefore(now, FUNNEL_DAYS - 1);
  const filters = { ...NO_FILTERS, offerIds: [offerId], startDate: kolkataDay(since), today: kolkataDay(now) };
  const [steps, events] = await Promise.all([
    countSteps(q, offerId, since, FUNNEL_CLICKS),
    groupSums(q, filters, 'event', MOST_EVENTS),
  ]);
  return {
    ...steps,
    events: events.map(({ key, approved, times }) => ({ eventName: key, conversions: approved, times: [...times] })),
  };
}
