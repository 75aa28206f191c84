import type { SmartPollRunKind } from '@muneem/contract/smart-poll';
import { SYSTEM_ACTORS, writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction } from '#platform/database/index.ts';
import { newId } from '#platform/ids/index.ts';
import type { RestoredCopy } from '#platform/restored-copy/index.ts';
import { createWorkTracker } from '#platform/work-tracker/index.ts';
import { runSmartPoll, type RunDependencies } from './run-smart-poll.ts';
import {
  endLostRuns,
  extendLease,
  finishRun,
  insertRun,
  isSlotTaken,
  type RunEnd,
  type RunRow,
} from './smart-poll-runs.repository.ts';

export interface EngineDependencies extends RunDependencies {
  readonly restoredCopy: Pick<RestoredCopy, 'isUnconfirmed'>;
  readonly everyS: number;
}

export type SmartPollEngine = ReturnType<typeof createSmartPollEngine>;

const HEARTBEAT_MS = 5_000;
/** Interval for retrying a scheduled run while another run is active. */
const BUSY_RETRY_MS = 1_000;
const MIN_DELAY_MS = 50;
const STOPPED = 'The server was stopped. The next run continues with the remaining clicks.';

interface Beginning {
  readonly kind: SmartPollRunKind;
  readonly actor: Actor;
  readonly slot: Date | null;
}

/**
 * Runs the smart poll: by the clock, once in each slot of the whole cluster, and on demand. The database's unique keys
 * (`smart_poll_runs`) allow one active run and one run for each slot.
 */
export function createSmartPollEngine(dependencies: EngineDependencies) {
  const { database, clock, logger, everyS, restoredCopy } = dependencies;
  const everyMs = everyS * 1000;
  const stopping = new AbortController();
  const { track, idle } = createWorkTracker();
  let timer: NodeJS.Timeout | undefined;

  const slotOf = (at: Date): Date => new Date(Math.floor(at.getTime() / everyMs) * everyMs);
  const nextRunAt = (): Date => new Date(slotOf(clock.now()).getTime() + everyMs);

  const runOnce = async (beginning: Beginning): Promise<RunRow | null> => {
    const run = stopping.signal.aborted || restoredCopy.isUnconfirmed() ? null : await begin(dependencies, beginning);
    return run === null ? null : carryOut(dependencies, run, stopping.signal);
  };

  const tick = async (): Promise<void> => {
    const slot = slotOf(clock.now());
    let isDone = true;
    try {
      const run = await track(runOnce({ kind: 'schedule', actor: SYSTEM_ACTORS.schedule, slot }));
      isDone = run !== null || restoredCopy.isUnconfirmed() || (await isSlotTaken(database, slot));
    } catch (error) {
      if (!stopping.signal.aborted) logger.warn({ err: error }, 'a slot of the smart poll was not run');
    }
    const untilNext = nextRunAt().getTime() - clock.now().getTime();
    wait(isDone ? untilNext : Math.min(BUSY_RETRY_MS, untilNext));
  };
  const wait = (ms: number): void => {
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => void tick(), Math.max(ms, MIN_DELAY_MS));
    timer.unref();
  };

  return {
    /** Runs now. @returns null if a run is active on any server, or if this server may not run */
    run: (kind: Exclude<SmartPollRunKind, 'schedule'>, actor: Actor): Promise<RunRow | null> =>
      track(runOnce({ kind, actor, slot: null })),
    nextRunAt,
    start: (): void => wait(0),
    /** Abandons calls in flight, records received answers and ends the run. */
    async stop(): Promise<void> {
      stopping.abort();
      clearTimeout(timer);
      await idle();
    },
  };
}

/** Claims the right to run, in the database. An administrator's order is audited in the same transaction. */
const begin = ({ database, clock }: EngineDependencies, { kind, actor, slot }: Beginning): Promise<RunRow | null> =>
  transaction(database, async (tx) => {
    const now = clock.now();
    await endLostRuns(tx, now);
    const id = newId('spr', now);
    const run = await insertRun(tx, { id, kind, slot, startedAt: now, startedBy: actor.name });
    if (run && kind !== 'schedule')
      await writeAudit(tx, actor, `smart-poll.${kind === 'manual' ? 'run' : kind}`, ['smart_poll_run', id]);
    return run;
  });

/** Executes the run, and renews the lease meanwhile. */
async function carryOut(dependencies: EngineDependencies, run: RunRow, stop: AbortSignal): Promise<RunRow> {
  const { database, clock, logger } = dependencies;
  const heartbeat = setInterval(() => {
    extendLease(database, run.id).catch((error: unknown) =>
      logger.warn({ err: error }, 'the lease of a smart poll run could not be extended'),
    );
  }, HEARTBEAT_MS);
  const end = async (status: RunEnd['status'], message: string | null): Promise<RunRow> =>
    (await transaction(database, (tx) => finishRun(tx, run.id, { status, at: clock.now(), message }))) ?? run;
  try {
    const trouble = await runSmartPoll(dependencies, { id: run.id, ignoresAge: run.kind === 'force', stop });
    return stop.aborted ? await end('interrupted', STOPPED) : await end('completed', trouble);
  } catch (error) {
    logger.error({ err: error, run: run.id }, 'a run of the smart poll failed');
    // If the database is away, this fails too. The lease then expires, and the next run ends this one.
    await end('failed', 'The run failed. See the server’s log.').catch(() => undefined);
    throw error;
  } finally {
    clearInterval(heartbeat);
  }
}
