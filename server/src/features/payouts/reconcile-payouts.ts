import { RECONCILIATION_GRACE_MINUTES } from '@muneem/contract/payouts';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction, tryLock, type Database, type Tx } from '#platform/database/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { newId } from '#platform/ids/index.ts';
import type { JobDefinition } from '#platform/jobs/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import { createWorkUnderWay } from '#platform/work-under-way/index.ts';
import type { PayoutProvider } from './payout-provider.ts';
import type { Payouts } from './payouts.ts';
import {
  beginRun,
  compare,
  endRun,
  findLastRun,
  isRunning,
  learnUtrs,
  listTellingReferences,
  saveEntries,
  type Compared,
  type RunRow,
} from './reconciliation.repository.ts';

export interface ReconcileDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly provider: PayoutProvider;
  readonly payouts: Payouts;
}

export interface Reconciliation {
  /** Compares in the background, for a person. @returns the run, which may be one that was under way */
  start(actor: Actor): Promise<RunRow>;
  readonly job: JobDefinition;
  /** Waits for what is under way. */
  stop(): Promise<void>;
}

const DAY_MS = 86_400_000;
/** Idempotency keys of providers are kept so long; what is older was compared often enough. */
const WINDOW_MS = 7 * DAY_MS;
const GRACE_MS = RECONCILIATION_GRACE_MINUTES * 60_000;
/** One at a time in the whole cluster, however long it takes. */
const LOCK = 'payouts-reconcile';
/** The statement may be a little off our clock. */
const MARGIN_MS = 3_600_000;
const MAX_PAGES = 5_000;
const HINTS = 500;
const NOTHING_COMPARED: Compared = {
  entries: 0,
  matched: 0,
  differing: 0,
  under_way: 0,
  too_recent: 0,
  differences: 0,
};

/** Compares our book with the provider's own statement, every hour and when asked. Finds and names; moves no money. */
export function createReconciliation(dependencies: ReconcileDependencies): Reconciliation {
  const { database, clock, logger, payouts } = dependencies;
  const underWay = createWorkUnderWay();

  /** @returns the run and its end, or undefined while another one is under way */
  async function begin(actor?: Actor): Promise<{ run: RunRow; ended: Promise<RunRow> } | undefined> {
    const unlock = await tryLock(database, LOCK);
    if (unlock === undefined) {
      logger.info('a reconciliation is under way: this one is skipped');
      return undefined;
    }
    try {
      const run = await transaction(database, (tx) => write(tx, dependencies, actor));
      return { run, ended: underWay.track(work(run).finally(unlock)) };
    } catch (error) {
      await unlock();
      throw error;
    }
  }

  async function work(run: RunRow): Promise<RunRow> {
    let end = { ...NOTHING_COMPARED, error: null as string | null };
    try {
      const read = await readStatement(dependencies, run);
      end = { ...end, ...read };
      if (read.error === null) {
        const window = {
          runId: run.id,
          provider: run.provider,
          account: run.account,
          from: run.from_at,
          until: run.until_at,
          at: clock.now(),
        };
        end = {
          ...end,
          ...(await transaction(database, async (tx) => {
            // The connection with the lock may have broken: then the entries are another run's by now.
            if (!(await isRunning(tx, run.id))) throw new Error(`another reconciliation took over from ${run.id}`);
            await learnUtrs(tx, window);
            return compare(tx, window);
          })),
        };
        for (const reference of await listTellingReferences(database, run.id, HINTS))
          await payouts.hintReference(reference);
      }
    } catch (error) {
      logger.error({ err: error }, 'reconciliation failed');
      end = { ...end, error: 'The comparison failed. The log of the server says why.' };
    }
    if (end.differences > 0)
      logger.warn({ run: run.id, differences: end.differences }, 'payouts differ from the statement');
    return (await endRun(database, run.id, { ...end, at: clock.now() })) ?? run;
  }

  return {
    job: { name: 'payouts-reconcile', cron: '17 * * * *', handle: async () => void (await (await begin())?.ended) },
    async start(actor) {
      const run = (await begin(actor))?.run ?? (await findLastRun(database));
      if (!run) throw new AppError('conflict', { userMessage: 'A comparison is just beginning. Refresh the page.' });
      return run;
    },
    stop: () => underWay.settled(),
  };
}

async function write(tx: Tx, { clock, provider }: ReconcileDependencies, actor: Actor | undefined): Promise<RunRow> {
  const at = clock.now();
  const until = new Date(at.getTime() - GRACE_MS);
  const from = new Date(until.getTime() - WINDOW_MS);
  const run = await beginRun(tx, {
    id: newId('rec', at),
    provider: provider.name,
    account: provider.account(),
    at,
    from,
    until,
  });
  if (actor) {
    await writeAudit(tx, { actor, action: 'payouts.reconcile', entityType: 'reconciliation', entityId: run.id });
  }
  return run;
}

/** Keeps the provider's statement of the run's time, page by page. */
async function readStatement(
  { database, clock, provider }: ReconcileDependencies,
  run: RunRow,
): Promise<{ entries: number; error: string | null }> {
  const from = new Date(run.from_at.getTime() - MARGIN_MS);
  const until = new Date(clock.now().getTime() + MARGIN_MS);
  let entries = 0;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    if (provider.account() !== run.account)
      return { entries, error: 'The payout key was changed meanwhile. Compare again.' };
    const answer = await provider.statement({ from, until, page });
    if (!answer.known) return { entries, error: answer.error };
    if (answer.entries.length > 0)
      await saveEntries(database, { runId: run.id, provider: run.provider }, answer.entries);
    entries += answer.entries.length;
    const oldest = answer.entries.at(-1)?.madeAt;
    if (!answer.more || oldest === undefined || oldest < from) return { entries, error: null };
  }
  return { entries, error: `The statement has more than ${MAX_PAGES} pages` };
}
