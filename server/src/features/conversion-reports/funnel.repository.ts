import { sql, type Queryable } from '#platform/database/index.ts';

interface Steps {
  readonly clicks: number;
  readonly inProgress: number;
  readonly completed: number;
}

/** Counts the newest clicks of an offer and how far they came. */
export const countSteps = (q: Queryable, offerId: string, since: Date, atMost: number): Promise<Steps> =>
  q.getOne(sql`
    select count(*) as clicks, count(*) filter (where status in ('in_progress', 'completed')) as in_progress,
      count(*) filter (where status = 'completed') as completed
    from (
      select status from clicks where offer_id = ${offerId} and created_at >= ${since} order by created_at desc limit ${atMost}
    ) newest`);
