import { raw, sql, JOBS_SCHEMA, type Database } from '#platform/database/index.ts';
import type { Metrics } from '#platform/metrics/index.ts';

interface QueueRow {
  readonly name: string;
  readonly failed: number;
  readonly waiting: number;
  readonly oldestS: number;
}

const SCHEMA = raw(JOBS_SCHEMA);
/** Limits the read of a very long queue. */
const MOST_COUNTED = 10_000;

/** Adds the figures of the job queues. The queue's own index finds the due jobs. */
export const addJobFigures = (metrics: Metrics, database: Database): void =>
  metrics.cluster(
    () =>
      database.query<QueueRow>(sql`
        select q.name, q.failed_count as failed, d.waiting, coalesce(extract(epoch from now() - d.oldest), 0)::float8 as oldest_s
        from ${SCHEMA}.queue q cross join lateral (
          select count(*) as waiting, min(start_after) as oldest from (
            select start_after from ${SCHEMA}.job j
            where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now() limit ${MOST_COUNTED}
          ) due
        ) d
        where q.name not like '\\_\\_pgboss\\_\\_%'`),
    {
      muneem_cluster_jobs_waiting: {
        help: `Due jobs that no worker has taken, at most ${MOST_COUNTED} per queue`,
        label: 'queue',
        of: (queues) => queues.map(({ name, waiting }) => [name, waiting] as const),
      },
      muneem_cluster_job_oldest_waiting_seconds: {
        help: 'Age of the oldest due job that no worker has taken',
        label: 'queue',
        of: (queues) => queues.map(({ name, oldestS }) => [name, oldestS] as const),
      },
      muneem_cluster_jobs_failed: {
        help: 'Jobs that failed for the last time, until the queue deletes them',
        label: 'queue',
        of: (queues) => queues.map(({ name, failed }) => [name, failed] as const),
      },
    },
  );
