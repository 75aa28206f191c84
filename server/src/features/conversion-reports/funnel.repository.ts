import { FUNNEL_CLICKS, FUNNEL_DAYS, type Funnel } from '@muneem/contract/conversion-reports';
import { daysBefore, kolkataDay } from '#platform/clock/index.ts';
import { sql, type Queryable } from '#platform/database/index.ts';
import { groupSums } from './report-sums.repository.ts';

const MOST_EVENTS = 100;

export async function readFunnel(q: Queryable, offerId: string, now: Date): Promise<Funnel> {
  const since = daysBefore(now, FUNNEL_DAYS - 1);
  const filters = { offerIds: [offerId], startDate: kolkataDay(since), today: kolkataDay(now) };
  const [steps, events] = await Promise.all([
    countSteps(q, offerId, since, FUNNEL_CLICKS),
    groupSums(q, filters, 'event', MOST_EVENTS),
  ]);
  return {
    ...steps,
    events: events.map(({ key, approved, times }) => ({ eventName: key, conversions: approved, times: [...times] })),
  };
}

interface Steps {
  readonly clicks: number;
  readonly inProgress: number;
  readonly completed: number;
}

const countSteps = (q: Queryable, offerId: string, since: Date, atMost: number): Promise<Steps> =>
  q.getOne(sql`
    select count(*) as clicks, count(*) filter (where status in ('in_progress', 'completed')) as in_progress,
      count(*) filter (where status = 'completed') as completed
    from (
      select status from clicks where offer_id = ${offerId} and created_at >= ${since} order by created_at desc limit ${atMost}
    ) newest`);
