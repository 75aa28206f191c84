import type { BulkRunKind } from '@muneem/contract/bulk-runs';
import type { Actor } from '#platform/audit-log/index.ts';
import { transaction, type Tx } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import type { JobDefinition } from '#platform/jobs/index.ts';
import { NeedsSecondPerson } from '#features/second-person/index.ts';
import {
  endRun,
  findRun,
  listLastOutcomes,
  listUndecided,
  recordResults,
  type BulkRunDecision,
  type BulkRunItemRow,
  type BulkRunRow,
} from './bulk-runs.repository.ts';

export type BulkRunDependencies = Pick<Platform, 'database' | 'clock' | 'logger' | 'jobs'> & {
  readonly coinsPerRupee: number;
};

/** How the items of one kind are decided. */
export interface BulkRunWork {
  /** Items per call of `decide`. */
  readonly part: number;
  /**
   * Decides each item on its own. Idempotent: reports earlier decisions. Items without a result stay undecided.
   * `stop` ends the run and gives the reason.
   */
  decide(
    items: readonly BulkRunItemRow[],
    run: { readonly actor: Actor; readonly adminReason: string | null },
  ): Promise<{ readonly results: readonly BulkRunDecision[]; readonly stop?: string }>;
  /** Ends the run after this many consecutive failed or unknown payments. */
  readonly stopsAfterFailures?: number;
}

export type BulkRunWorker = ReturnType<typeof createBulkRunWorker>;

const JOB = 'bulk-runs';
/** A job runs for this long and then enqueues the next job, so a dead worker is detected soon. */
const SLICE_MS = 30_000;
const EXPIRE_S = 120;

export function createBulkRunWorker({ database, clock, logger, jobs }: BulkRunDependencies) {
  const works = new Map<BulkRunKind, BulkRunWork>();
  const slices = new Set<Promise<void>>();
  let stopping = false;

  const enqueue = (tx: Tx, id: string): Promise<void> => jobs.enqueue(tx, JOB, { id });

  const job: JobDefinition<{ id: string }> = {
    name: JOB,
    expireInS: EXPIRE_S,
    concurrency: 2,
    async handle({ id }) {
      const slice = workThrough(id);
      slices.add(slice);
      await slice.finally(() => slices.delete(slice));
    },
  };

  async function workThrough(id: string): Promise<void> {
    const until = performance.now() + SLICE_MS;
    for (;;) {
      const run = await findRun(database, id);
      if (run?.status !== 'running') return;
      if (stopping || performance.now() > until) return transaction(database, (tx) => enqueue(tx, id));
      if (!(await decidePart(run, works.get(run.kind) as BulkRunWork))) return;
    }
  }

  /** @returns false if this was the last part */
  async function decidePart(run: BulkRunRow, work: BulkRunWork): Promise<boolean> {
    const items = await listUndecided(database, run.id, work.part);
    const end = async (status: 'done' | 'stopped', stopReason?: string): Promise<false> => {
      await endRun(database, run.id, { status, at: clock.now(), ...(stopReason === undefined ? {} : { stopReason }) });
      return false;
    };
    if (items.length === 0) return end('done');
    let decided: Awaited<ReturnType<BulkRunWork['decide']>>;
    try {
      decided = await work.decide(items, { actor: run.actor, adminReason: run.adminReason });
    } catch (error) {
      if (error instanceof NeedsSecondPerson)
        return end(
          'stopped',
          `${error.reason} Decisions so far are saved. Another administrator can continue with their own run.`,
        );
      logger.error({ err: error, run: run.id }, 'a bulk run has stopped');
      return end('stopped', 'Internal error. Decisions so far are saved. It is safe to continue.');
    }
    await transaction(database, (tx) => recordResults(tx, run.id, decided.results));
    if (decided.stop !== undefined) return end('stopped', decided.stop);
    return (await failsInARow(run.id, work.stopsAfterFailures))
      ? end(
          'stopped',
          `The last ${work.stopsAfterFailures} payments went wrong. Check the provider before you continue.`,
        )
      : true;
  }

  async function failsInARow(id: string, limit: number | undefined): Promise<boolean> {
    if (limit === undefined) return false;
    const last = await listLastOutcomes(database, id, limit);
    return last.length === limit && last.every((outcome) => outcome === 'failed' || outcome === 'checking');
  }

  return {
    define: (kind: BulkRunKind, work: BulkRunWork) => void works.set(kind, work),
    enqueue,
    job,
    /** Waits for decisions in flight. The next start or another server continues the run. */
    async stop() {
      stopping = true;
      await Promise.allSettled(slices);
    },
  };
}
