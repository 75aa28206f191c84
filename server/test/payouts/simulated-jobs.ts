import { sql, transaction, type Database } from '#platform/database/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';

export interface SimulatedJobs extends Jobs {
  /** Does every job that is due, and then what is scheduled. */
  runDue(now: Date): Promise<void>;
}

interface JobRow {
  id: number;
  name: string;
  data: Record<string, unknown>;
}

const AT_ONCE = 12;

/** Jobs in a table, enqueued with their transaction and taken by the simulation's clock. Done twice when killed in between. */
export async function createSimulatedJobs(database: Database): Promise<SimulatedJobs> {
  await transaction(database, async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(7263170)`);
    await tx.execute(sql`
      create table if not exists simulated_jobs (id bigint generated always as identity primary key, name text not null, data jsonb not null, due_at timestamptz not null)`);
    await tx.execute(sql`create index if not exists simulated_jobs_due on simulated_jobs (due_at)`);
  });
  const handlers = new Map<string, (data: never) => Promise<void>>();
  const scheduled: (() => Promise<void>)[] = [];

  const run = async ({ id, name, data }: JobRow): Promise<void> => {
    await handlers.get(name)?.(data as never);
    await database.execute(sql`delete from simulated_jobs where id = ${id}`);
  };
  return {
    define: ({ name, handle }) => void handlers.set(name, handle),
    schedule: (_name, _cron, handle) => void scheduled.push(handle),
    async enqueue(tx, name, data, options) {
      await tx.execute(sql`
        insert into simulated_jobs (name, data, due_at) values (${name}, ${JSON.stringify(data)}, ${options?.startAfter ?? new Date(0)})`);
    },
    start: async () => undefined,
    stop: async () => undefined,
    async runDue(now) {
      for (;;) {
        const jobs = await database.query<JobRow>(
          sql`select id, name, data from simulated_jobs where due_at <= ${now} order by due_at, id limit 500`,
        );
        if (jobs.length === 0) break;
        await inParallel(jobs, AT_ONCE, run);
      }
      for (const handle of scheduled) await handle();
    },
  };
}

/** Up to `atOnce` at a time; the first error ends it. */
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
