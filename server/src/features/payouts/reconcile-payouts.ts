import { transaction, type Database } from '#platform/database/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { newId } from '#platform/ids/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import type { PayoutProvider } from './payout-provider.ts';
import type { Payouts } from './create-payouts.ts';
import {
  beginRun,
  compare,
  endRun,
  findLastRun,
  listTellingReferences,
  saveEntries,
  type RunRow,
} from './reconciliation.repository.ts';

export interface ReconcileDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly jobs: Jobs;
  readonly provider: PayoutProvider;
  readonly payouts: Payouts;
}

export interface Reconciliation {
  /** Compares in the background. @returns the run, which may be one that was under way */
  start(): Promise<RunRow>;
  /** The same, to its end. */
  run(): Promise<RunRow>;
  /** Waits for what is under way. */
  stop(): Promise<void>;
}

const DAY_MS = 86_400_000;
/** Idempotency keys of providers are kept so long; what is older was compared often enough. */
const WINDOW_MS = 7 * DAY_MS;
const GRACE_MS = 15 * 60_000;
const ABANDONED_AFTER_MS = 30 * 60_000;
/** The statement may be a little off our clock. */
const MARGIN_MS = 3_600_000;
const MAX_PAGES = 5_000;
const HINTS = 500;

/** Compares our book with the provider's own statement, every hour and when asked. Finds and names; moves no money. */
export function createReconciliation(dependencies: ReconcileDependencies): Reconciliation {
  const { database, clock, logger, jobs, provider, payouts } = dependencies;
  const underWay = new Set<Promise<unknown>>();

  async function begin(): Promise<{ run: RunRow; mine: boolean }> {
    const at = clock.now();
    const until = new Date(at.getTime() - GRACE_MS);
    const run = await transaction(database, (tx) =>
      beginRun(tx, {
        id: newId('rec', at),
        provider: provider.name,
        at,
        from: new Date(until.getTime() - WINDOW_MS),
        until,
        abandonedBefore: new Date(at.getTime() - ABANDONED_AFTER_MS),
      }),
    );
    if (run) return { run, mine: true };
    const other = await findLastRun(database);
    if (!other) throw new Error('a reconciliation neither began nor is under way');
    return { run: other, mine: false };
  }

  async function work(run: RunRow): Promise<RunRow> {
    let end = { entries: 0, matched: 0, differences: 0, error: null as string | null };
    try {
      const read = await readStatement(run);
      end = { ...end, ...read };
      if (read.error === null) {
        const window = {
          runId: run.id,
          provider: run.provider,
          from: run.from_at,
          until: run.until_at,
          at: clock.now(),
        };
        end = { ...end, ...(await transaction(database, (tx) => compare(tx, window))) };
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

  async function readStatement(run: RunRow): Promise<{ entries: number; error: string | null }> {
    const from = new Date(run.from_at.getTime() - MARGIN_MS);
    const until = new Date(clock.now().getTime() + MARGIN_MS);
    let entries = 0;
    for (let page = 1; page <= MAX_PAGES; page += 1) {
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

  function track<Result>(promise: Promise<Result>): Promise<Result> {
    underWay.add(promise);
    const done = (): void => void underWay.delete(promise);
    promise.then(done, done);
    return promise;
  }

  async function run(): Promise<RunRow> {
    const begun = await begin();
    return begun.mine ? track(work(begun.run)) : begun.run;
  }
  jobs.schedule('payouts-reconcile', '17 * * * *', async () => void (await run()));

  return {
    run,
    async start() {
      const begun = await begin();
      if (begun.mine) void track(work(begun.run));
      return begun.run;
    },
    stop: async () => void (await Promise.allSettled(underWay)),
  };
}
