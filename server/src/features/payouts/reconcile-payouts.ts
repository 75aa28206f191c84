import { RECONCILIATION_GRACE_MINUTES } from '@muneem/contract/payouts';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { DAY_MS } from '#platform/clock/index.ts';
import { transaction, tryLock, type Tx } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { newId } from '#platform/ids/index.ts';
import { createWorkTracker } from '#platform/work-tracker/index.ts';
import { recordReturns } from './paid-before.repository.ts';
import type { PayoutProvider, StatementRows } from './payout-provider.ts';
import type { Payouts } from './create-payouts.ts';
import type { NotifyPaidTwice } from './recheck-payouts.ts';
import {
  beginRun,
  endRun,
  findLastRun,
  isRunning,
  backfillUtrs,
  listNewPaidTwice,
  listReferencesToLookUp,
  saveEntries,
  type RunRow,
} from './reconciliation.repository.ts';
import { compare, type Compared } from './compare-statement.repository.ts';

interface ReconcileDependencies extends Pick<Platform, 'database' | 'clock' | 'logger'> {
  readonly provider: PayoutProvider;
  readonly payouts: Payouts;
  readonly notifyPaidTwice: NotifyPaidTwice;
  /** True for an unconfirmed restored copy: then the hourly comparison is skipped. */
  readonly isUnconfirmed?: () => boolean;
}

export type Reconciliation = ReturnType<typeof createReconciliation>;

/** Providers keep idempotency keys this long. Older transfers were already compared. */
const WINDOW_MS = 7 * DAY_MS;
const GRACE_MS = RECONCILIATION_GRACE_MINUTES * 60_000;
/** One run at a time in the cluster, however long it takes. */
const LOCK = 'payouts-reconcile';
/** Tolerance for clock skew of the statement. */
const MARGIN_MS = 3_600_000;
const MAX_PAGES = 5_000;
const HINTS = 500;
const NOTHING_COMPARED: Compared = {
  entries: 0,
  matched: 0,
  differing: 0,
  underWay: 0,
  tooRecent: 0,
  differences: 0,
};

/** Compares our payouts with the provider's statement, hourly and on request. Records differences; moves no money. */
export function createReconciliation(dependencies: ReconcileDependencies) {
  const { database, clock, logger, payouts, notifyPaidTwice, isUnconfirmed } = dependencies;
  const underWay = createWorkTracker();

  /** @returns the run and its end, or undefined while another one is under way */
  async function begin(actor?: Actor): Promise<{ run: RunRow; ended: Promise<RunRow> } | undefined> {
    const unlock = await tryLock(database, LOCK);
    if (unlock === undefined) {
      logger.info('skipped: another reconciliation is under way');
      return undefined;
    }
    try {
      const run = await transaction(database, (tx) => startRun(tx, dependencies, actor));
      return { run, ended: underWay.track(work(run).finally(unlock)) };
    } catch (error) {
      await unlock();
      throw error;
    }
  }

  async function work(run: RunRow): Promise<RunRow> {
    let end = { ...NOTHING_COMPARED, error: null as string | null, notes: null as string | null };
    try {
      const read = await readStatement(dependencies, run);
      const { returned, ...counted } = read;
      end = { ...end, ...counted };
      if (read.notes !== null)
        logger.warn({ run: run.id, notes: read.notes }, 'rows of the statement could not be read');
      if (read.error === null) {
        const compared = { ...run, at: clock.now() };
        const found = await transaction(database, async (tx) => {
          // If the connection with the lock broke, another run owns the entries.
          if (!(await isRunning(tx, run.id))) throw new Error(`another reconciliation took over from ${run.id}`);
          await backfillUtrs(tx, run);
          const result = await compare(tx, compared);
          for (const paidTwice of await listNewPaidTwice(tx, compared)) await notifyPaidTwice(tx, paidTwice);
          return result;
        });
        end = { ...end, ...found };
        for (const reference of [...returned, ...(await listReferencesToLookUp(database, run.id, HINTS))])
          await payouts.hintReference(reference);
      }
    } catch (error) {
      logger.error({ err: error }, 'reconciliation failed');
      end = { ...end, error: "The comparison failed. See the server's log." };
    }
    if (end.differences > 0)
      logger.warn({ run: run.id, differences: end.differences }, 'payouts differ from the statement');
    return (await endRun(database, run.id, { ...end, at: clock.now() })) ?? run;
  }

  return {
    job: {
      name: 'payouts-reconcile',
      cron: '17 * * * *',
      handle: async () => void (isUnconfirmed?.() === true || (await (await begin())?.ended)),
    },
    /** Starts a comparison in the background. @returns the run, which may already be under way */
    async start(actor: Actor): Promise<RunRow> {
      const run = (await begin(actor))?.run ?? (await findLastRun(database));
      if (!run) throw new AppError('conflict', 'A comparison is starting. Refresh the page.');
      return run;
    },
    /** Waits for the run in progress. */
    stop: () => underWay.idle(),
  };
}

async function startRun(tx: Tx, { clock, provider }: ReconcileDependencies, actor: Actor | undefined): Promise<RunRow> {
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
    await writeAudit(tx, actor, 'payouts.reconcile', ['reconciliation', run.id]);
  }
  return run;
}

interface ReadStatement {
  readonly entries: number;
  readonly error: string | null;
  readonly notes: string | null;
  /** Transfers that the statement returns and that we have as paid. */
  readonly returned: readonly string[];
}

const MOST_NAMED = 5;

/** Stores the provider's statement of the run's time window, page by page. */
async function readStatement(
  { database, clock, provider }: ReconcileDependencies,
  run: RunRow,
): Promise<ReadStatement> {
  const from = new Date(run.fromAt.getTime() - MARGIN_MS);
  const until = new Date(clock.now().getTime() + MARGIN_MS);
  const unread: string[] = [];
  const returned: string[] = [];
  let entries = 0;
  const end = (error: string | null): ReadStatement => {
    const more = unread.length > MOST_NAMED ? [`and ${unread.length - MOST_NAMED} more`] : [];
    const notes = unread.length === 0 ? null : [...unread.slice(0, MOST_NAMED), ...more].join('; ');
    return { entries, error, notes, returned };
  };
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    if (provider.account() !== run.account) return end('The payout key changed during the comparison. Compare again.');
    const answer = await provider.statement({ from, until, page });
    if (!answer.known) return end(answer.error);
    if (answer.entries.length > 0) await saveEntries(database, run, answer.entries);
    returned.push(...(await recordReturns(database, provider.name, answer.credits)));
    unread.push(...answer.unread);
    entries += answer.entries.length;
    if (!answer.more || isOlder(answer, from)) return end(null);
  }
  return end(`The statement has more than ${MAX_PAGES} pages`);
}

/** Bulkpe's statement has no time window. It begins with the newest row. */
export const isOlder = ({ entries, credits }: StatementRows, from: Date): boolean =>
  entries.length + credits.length > 0 && [...entries, ...credits].every(({ madeAt }) => madeAt < from);
