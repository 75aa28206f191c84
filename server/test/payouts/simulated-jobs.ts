import { sql, transaction, type Database } from '#platform/database/index.ts';
import type { JobDefinition, Jobs } from '#platform/jobs/index.ts';

export interface SimulatedJobs extends Jobs {
  define(job: JobDefinition): void;
  /** Runs every due job, then the scheduled work. */
  runDue(now: Date): Promise<void>;
}

interface JobRow {
  id: number;
  name: string;
  data: Record<string, unknown>;
}

const AT_ONCE = 12;

/**
 * Stores jobs in a table with their transaction and runs them by the simulation's clock. A job that is killed runs
 * again.
 */
export async function createSimulatedJobs(database: Database): Promise<SimulatedJobs> {
  await transaction(database, async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(7263170)`);
    await tx.execute(sql`
      create table if not exists simulated_jobs (id bigint generated always as identity primary key, name text not null, data jsonb not null, due_at timestamptz not null)`);
    await tx.execute(sql`create index if not exists simulated_jobs_due on simulated_jobs (due_at)`);
  });
  const jobsByName = new Map<string, JobDefinition>();

  const run = async ({ id, name, data }: JobRow): Promise<void> => {
    await jobsByName.get(name)?.handle(data);
    await database.execute(sql`delete from simulated_jobs where id = ${id}`);
  };
  return {
    define: (job) => void jobsByName.set(job.name, job),
    async enqueue(tx, name, data, options) {
      await tx.execute(sql`
        insert into simulated_jobs (name, data, due_at) values (${name}, ${JSON.stringify(data)}, ${options?.startAfter ?? new Date(0)})`);
    },
    async runDue(now) {
      for (;;) {
        const jobs = await database.query<JobRow>(
          sql`select id, name, data from simulated_jobs where due_at <= ${now} order by due_at, id limit 500`,
        );
        if (jobs.length === 0) break;
        await inParallel(jobs, AT_ONCE, run);
      }
      for (const job of jobsByName.values()) if (job.cron !== undefined) await job.handle({});
    },
  };
}

/** Runs the work for up to `atOnce` items at a time. The first error ends it. */
export async function inParallel<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}
