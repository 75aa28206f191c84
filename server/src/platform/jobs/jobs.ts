import { createHash } from 'node:crypto';
import { PgBoss, type Job, type JobResult } from 'pg-boss';
import { JOBS_SCHEMA, type Database, type Tx } from '#platform/database/index.ts';
import type { Logger } from '#platform/logger/index.ts';

/** A durable job. `handle` must be idempotent, because it may run again after a crash. */
export interface JobDefinition<Data extends object = object> {
  readonly name: string;
  /** Runs once per cluster on this schedule (five fields, Asia/Kolkata). No retries: the next run catches up. */
  readonly cron?: string;
  // A method, so that a list can contain jobs with different data.
  handle(data: Data): Promise<void>;
  readonly retryLimit?: number;
  readonly retryDelayS?: number;
  /** After this time, in seconds, another worker takes the job. */
  readonly expireInS?: number;
  /** Concurrent jobs on this server. */
  readonly concurrency?: number;
  /**
   * Jobs fetched and handled concurrently per poll; each fails and retries separately.
   * Default: one job per poll and second.
   */
  readonly batchSize?: number;
}

export interface Jobs {
  /** Enqueues in the caller's transaction: without a commit there is no job. */
  enqueue(tx: Tx, name: string, data: object, options?: { startAfter: Date }): Promise<void>;
}

export interface JobRunner extends Jobs {
  /** Registers a job. Call before `start`. */
  define<Data extends object>(job: JobDefinition<Data>): void;
  start(): Promise<void>;
  /** Stops fetching, waits for running jobs and returns the rest to the queue. */
  stop(): Promise<void>;
}

/** Seconds between polls for a scheduled job. pg-boss creates it up to 30 s late anyway. */
const CRON_POLL_S = 10;

/**
 * Prepares a statement once per connection: the polls have one text per queue, and planning each would cost an idle server
 * most of its processor time. Several statements in one text cannot be prepared.
 */
const nameOf = (text: string): { readonly name?: string } =>
  text.includes(';') ? {} : { name: `job-${createHash('sha1').update(text).digest('base64url')}` };

/** Handles one job of a batch. Its failure does not affect the others. */
async function handleOne(job: JobDefinition, { id, data }: Job<object>, logger: Logger): Promise<JobResult> {
  try {
    await job.handle(data);
    return { id, status: 'completed' };
  } catch (error) {
    logger.error({ err: error, job: job.name, id }, 'a job failed');
    return { id, status: 'failed', output: error };
  }
}

export function createJobs(database: Database, logger: Logger): JobRunner {
  const boss = new PgBoss({
    db: {
      executeSql: async (text: string, values?: unknown[]) =>
        database.pool.query({ text, values: values as unknown[], ...nameOf(text) }),
    },
    schema: JOBS_SCHEMA,
    migrate: false,
    schedule: true,
    supervise: true,
  });
  boss.on('error', (error: Error) => logger.error({ err: error }, 'job queue'));
  const definitions: JobDefinition[] = [];

  return {
    define: (job) => void definitions.push(job),
    async enqueue(tx, name, data, options) {
      await boss.send(name, data, {
        db: {
          executeSql: async (text: string, values?: unknown[]) => ({ rows: await tx.prepared('', text, values ?? []) }),
        },
        ...options,
      });
    },
    async start() {
      await boss.start();
      const known = new Set((await boss.getQueues()).map(({ name }) => name));
      // Not in parallel: each would open its own connection, which takes longer than its statement.
      for (const job of definitions.filter(({ name }) => !known.has(name))) {
        await boss.createQueue(job.name, {
          retryLimit: job.retryLimit ?? (job.cron === undefined ? 5 : 0),
          retryDelay: job.retryDelayS ?? 5,
          retryBackoff: true,
          expireInSeconds: job.expireInS ?? 300,
        });
      }
      // A job may enqueue any other, so every queue exists before the first worker.
      for (const job of definitions) {
        await boss.work<object>(
          job.name,
          {
            batchSize: job.batchSize ?? 1,
            pollingIntervalSeconds: job.cron === undefined ? 1 : CRON_POLL_S,
            localConcurrency: job.concurrency ?? 1,
            perJobResults: true,
          },
          (batch) => Promise.all(batch.map((taken) => handleOne(job, taken, logger))),
        );
        if (job.cron !== undefined) await boss.schedule(job.name, job.cron, {}, { tz: 'Asia/Kolkata' });
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 8_000, close: false }),
  };
}
