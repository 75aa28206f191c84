import { PgBoss, type Job, type JobResult } from 'pg-boss';
import { JOBS_SCHEMA, type Database, type Tx } from '#platform/database/index.ts';
import type { Logger } from '#platform/logger/index.ts';

/** A kind of work that survives its process. `handle` may run again after a crash, so it must be repeatable. */
export interface JobDefinition<Data extends object = object> {
  readonly name: string;
  /** Runs once per cluster at these times (five fields, Asia/Kolkata), without retries: the next run makes up for a failed one. */
  readonly cron?: string;
  // As a method, so that a list can hold jobs with different data.
  handle(data: Data): Promise<void>;
  readonly retryLimit?: number;
  readonly retryDelayS?: number;
  /** A run that takes longer is handed to another worker. */
  readonly expireInS?: number;
  /** How many run side by side in this node. */
  readonly concurrency?: number;
  /**
   * How many are taken, and handled side by side, at each poll. Without it a worker handles one job a poll, one a second.
   * Each of them fails, and runs again, by itself.
   */
  readonly batchSize?: number;
  readonly pollingIntervalS?: number;
}

export interface Jobs {
  /** Enqueues in the caller's transaction: no commit, no job. */
  enqueue(tx: Tx, name: string, data: object, options?: { startAfter?: Date; singletonKey?: string }): Promise<void>;
}

/** Runs what was enqueued. */
export interface JobRunner extends Jobs {
  /** Makes a kind of work known; call it before `start`. */
  define<Data extends object>(job: JobDefinition<Data>): void;
  start(): Promise<void>;
  /** Stops taking work, waits for what runs, hands the rest back. */
  stop(): Promise<void>;
}

/** What became of one job; the others of its batch have nothing to do with it. */
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
    db: { executeSql: async (text: string, values?: unknown[]) => database.pool.query(text, values as unknown[]) },
    schema: JOBS_SCHEMA,
    migrate: false,
    schedule: true,
    supervise: true,
  });
  boss.on('error', (error: Error) => logger.error({ err: error }, 'job queue'));
  const definitions: JobDefinition[] = [];

  return {
    define: (job) => void definitions.push(job),
    async enqueue(tx, name, data, options = {}) {
      await boss.send(name, data, {
        db: {
          executeSql: async (text: string, values?: unknown[]) => ({ rows: await tx.prepared('', text, values ?? []) }),
        },
        ...(options.startAfter ? { startAfter: options.startAfter } : {}),
        ...(options.singletonKey === undefined ? {} : { singletonKey: options.singletonKey }),
      });
    },
    async start() {
      await boss.start();
      for (const job of definitions) {
        await boss.createQueue(job.name, {
          retryLimit: job.retryLimit ?? (job.cron === undefined ? 5 : 0),
          retryDelay: job.retryDelayS ?? 5,
          retryBackoff: true,
          expireInSeconds: job.expireInS ?? 300,
        });
        await boss.work<object>(
          job.name,
          {
            batchSize: job.batchSize ?? 1,
            pollingIntervalSeconds: job.pollingIntervalS ?? 1,
            localConcurrency: job.concurrency ?? 1,
            perJobResults: true,
          },
          (batch) => Promise.all(batch.map((taken) => handleOne(job, taken, logger))),
        );
      }
      for (const { name, cron } of definitions)
        if (cron !== undefined) await boss.schedule(name, cron, {}, { tz: 'Asia/Kolkata' });
    },
    stop: () => boss.stop({ graceful: true, timeout: 8_000, close: false }),
  };
}
