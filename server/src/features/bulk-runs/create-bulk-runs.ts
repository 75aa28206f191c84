import { BULK_RUN_AT_MOST, type BulkRunKind } from '@muneem/contract/bulk-runs';
import { withoutDirection } from '@muneem/contract/http';
import { paise } from '@muneem/contract/money';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { transaction, type Tx } from '#platform/database/index.ts';
import { newId } from '#platform/ids/index.ts';
import type { JobDefinition } from '#platform/jobs/index.ts';
import { aboveRun, askSecondPerson, partOf, readLimits, rupees } from '#features/second-person/index.ts';
import {
  deleteOldRuns,
  digestOfItems,
  endRun,
  findRun,
  insertRun,
  lockRun,
  lockSession,
  markRunning,
  type BulkRunItemRow,
  type BulkRunRow,
} from './bulk-runs.repository.ts';
import {
  createBulkRunWorker,
  type BulkRunDependencies,
  type BulkRunWork,
  type BulkRunWorker,
} from './bulk-run-worker.ts';

export interface BulkRuns {
  /** Registers how the items of one kind are decided. Call before the jobs start. */
  define(kind: BulkRunKind, work: BulkRunWork): void;
  /** Stores a list for confirmation. Decides nothing. */
  prepare(run: PreparedRun): Promise<BulkRunRow>;
  /** @throws AppError `not_found`, `unauthorized`, `forbidden`, `conflict` if the count differs, `wrong_state` */
  start(id: string, agreed: Agreed, actor: Actor): Promise<BulkRunRow>;
  /** Any admin may cancel. @throws AppError `not_found`, `wrong_state` */
  cancel(id: string, actor: Actor): Promise<BulkRunRow>;
  readonly job: JobDefinition;
  stop(): Promise<void>;
}

interface Agreed {
  readonly count: number;
  readonly adminReason: string | null;
  /** The session that starts the run. */
  readonly sessionId: string;
}

interface PreparedRun {
  readonly kind: BulkRunKind;
  readonly actor: Actor;
  readonly filter: object;
  /** At most `atMost` + 1; more than `atMost` marks the run as cut short. */
  readonly items: readonly BulkRunItemRow[];
  readonly atMost?: number;
  /** The error if nothing matches. */
  readonly none: string;
}

const STARTED_WITHIN_MS = 60 * 60_000;
const ENTITY = 'bulk-run';

/** Decides everything that matches a filter: stored as a fixed list, confirmed by its count, run in the background. */
export function createBulkRuns(dependencies: BulkRunDependencies): BulkRuns {
  const { database, clock, coinsPerRupee } = dependencies;
  const worker = createBulkRunWorker(dependencies);

  const get = async (id: string): Promise<BulkRunRow> => known(await findRun(database, id));

  return {
    define: worker.define,
    job: worker.job,
    stop: worker.stop,

    async prepare({ kind, actor, filter, items, atMost = BULK_RUN_AT_MOST, none }) {
      if (items.length === 0) throw new AppError('wrong_state', none);
      const at = clock.now();
      const id = newId('run', at);
      const taken = items.slice(0, atMost).map((item) => ({ ...item, label: withoutDirection(item.label) }));
      await transaction(database, async (tx) => {
        await deleteOldRuns(tx, at);
        await insertRun(tx, { id, kind, actor, filter, isCutShort: items.length > atMost, at, items: taken });
        await writeAudit(tx, actor, 'bulk-runs.prepare', [ENTITY, id], {
          after: { kind, filter, count: taken.length },
        });
      });
      return get(id);
    },

    async start(id, agreed, actor) {
      await transaction(database, (tx) => startRun(tx, { clock, worker, coinsPerRupee }, { id, ...agreed, actor }));
      return get(id);
    },

    async cancel(id, actor) {
      await transaction(database, async (tx) => {
        const run = known(await lockRun(tx, id));
        if (run.status === 'cancelled') return;
        if (!(await endRun(tx, id, { status: 'cancelled', at: clock.now() })))
          throw new AppError('wrong_state', 'This run is no longer active.');
        await writeAudit(tx, actor, 'bulk-runs.cancel', [ENTITY, id], {
          before: { status: run.status },
          after: { status: 'cancelled', left: run.count - run.decided },
        });
      });
      return get(id);
    },
  };
}

async function startRun(
  tx: Tx,
  {
    clock,
    worker,
    coinsPerRupee,
  }: { readonly clock: Clock; readonly worker: BulkRunWorker; readonly coinsPerRupee: number },
  { id, count, adminReason, sessionId, actor }: Agreed & { readonly id: string; readonly actor: Actor },
): Promise<void> {
  // Before the run's lock: disabling an admin or a new password locks the admin first, then stops the active runs.
  if (!(await lockSession(tx, actor.id, sessionId)))
    throw new AppError('unauthorized', 'Your session has ended. Please sign in again.');
  const run = known(await lockRun(tx, id));
  const { confirms } = actor;
  if (run.actor.id !== (confirms?.proposedBy.id ?? actor.id))
    throw new AppError('forbidden', 'Another administrator prepared this. Choose again to start your own.');
  if (run.count !== count)
    throw new AppError('conflict', `The list has ${run.count} items, not ${count}. Choose again.`);
  // A repeated request: it is already started.
  if (run.status === 'running' || run.status === 'done') return;
  const at = clock.now();
  if (confirms === undefined && run.status === 'prepared' && at.getTime() - run.createdAt.getTime() > STARTED_WITHIN_MS)
    throw new AppError('wrong_state', 'This was prepared more than an hour ago. Choose again.');
  const total = run.amountPaise ?? paise(Math.round((run.coins * 100) / coinsPerRupee));
  await askSecondPerson(
    tx,
    actor,
    async () => (run.kind === 'withdrawals.reject' ? null : aboveRun(await readLimits(tx), total)),
    async () => ({
      title: `Pay ${run.count} ${run.kind === 'clicks.pay' ? 'clicks' : 'withdrawals'} in a bulk run, ${rupees(total)} in total`,
      record: [ENTITY, id],
      amountPaise: total,
      facts: { kind: run.kind, count, decided: run.decided, items: await digestOfItems(tx, id) },
    }),
  );
  if (!(await markRunning(tx, id, { actor: partOf(actor), adminReason, at })))
    throw new AppError('wrong_state', 'You already have an active run. Wait until it ends, or cancel it.');
  await worker.enqueue(tx, id);
  await writeAudit(tx, actor, 'bulk-runs.start', [ENTITY, id], {
    before: { status: run.status },
    after: {
      status: 'running',
      kind: run.kind,
      count,
      coins: run.coins,
      amountPaise: run.amountPaise,
      adminReason,
    },
  });
}

function known(run: BulkRunRow | null): BulkRunRow {
  if (!run) throw new AppError('not_found', 'Run not found. It may have been deleted.');
  return run;
}
