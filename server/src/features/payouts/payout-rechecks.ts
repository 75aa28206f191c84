import { transaction, type Database, type Tx } from '#platform/database/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import type { AskProvider } from './ask-provider.ts';
import {
  claimRecheck,
  endRecheck,
  listDueRechecks,
  markReversed,
  planRecheck,
  type PayoutAttempt,
} from './payouts.repository.ts';

export interface PayoutRechecksDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly jobs: Jobs;
  readonly ask: AskProvider;
  readonly settle: (tx: Tx, attempt: PayoutAttempt) => Promise<void>;
  /** Milliseconds between two calls about one transfer. */
  readonly distanceMs: number;
  readonly track: <Result>(work: Promise<Result>) => Promise<Result>;
}

/** Asking about paid transfers again: the bank may have taken one back. */
export interface PayoutRechecks {
  /**
   * Plans to ask about a paid attempt as soon as that is allowed. Anybody can send a hint without a signature: of these
   * only a few a day are followed; the hourly comparison with the statement finds what they would have told.
   */
  plan(tx: Tx, referenceId: string, hint: { readonly isSigned: boolean }): Promise<void>;
  /** Asks about those whose job got lost. */
  sweep(): Promise<void>;
}

const RECHECK_JOB = 'payouts-recheck';
/** While the provider cannot tell whether a paid transfer still stands. */
const RECHECK_EVERY_MS = 15 * 60_000;
const JOBS_PER_POLL = 20;
const SWEPT_AT_ONCE = 100;
/** Of one attempt in 24 hours. */
const UNSIGNED_HINTS_A_DAY = 5;

export function createPayoutRechecks(dependencies: PayoutRechecksDependencies): PayoutRechecks {
  const { database, clock, logger, jobs, ask, settle, distanceMs, track } = dependencies;

  /** Nothing but a clear "not paid" of that very transfer changes a paid one, and only a clear answer ends the asking, or that nobody can tell. */
  async function recheck(attemptId: string): Promise<void> {
    const now = clock.now();
    const again = new Date(now.getTime() + RECHECK_EVERY_MS);
    const attempt = await transaction(database, (tx) => claimRecheck(tx, attemptId, now, again));
    if (!attempt) return;
    const outcome = await ask(attempt);
    const { provider_transaction_id: sent } = attempt;
    if (sent !== null && (outcome.providerTransactionId ?? sent) !== sent) {
      logger.warn(
        { attempt: attempt.id, sent, answered: outcome.providerTransactionId },
        'the provider has another transfer under the reference of a paid one',
      );
      return endRecheck(database, attempt.id);
    }
    if (outcome.kind === 'paid') return endRecheck(database, attempt.id, outcome);
    if (outcome.kind !== 'not_paid') {
      if (outcome.nobodyCanTell !== true) return;
      logger.warn(
        { attempt: attempt.id, error: outcome.error },
        'nobody can tell whether a paid transfer still stands',
      );
      return endRecheck(database, attempt.id);
    }
    await transaction(database, async (tx) => {
      const row = await markReversed(tx, attempt.id, outcome, clock.now());
      if (row) await settle(tx, row);
    });
    logger.warn({ attempt: attempt.id, payable: attempt.payable_id }, 'a paid transfer was taken back');
  }

  jobs.define<{ attemptId: string }>({
    name: RECHECK_JOB,
    batchSize: JOBS_PER_POLL,
    handle: ({ attemptId }) => track(recheck(attemptId)),
  });

  return {
    async plan(tx, referenceId, { isSigned }) {
      const planned = await planRecheck(tx, referenceId, {
        now: clock.now(),
        distanceMs,
        unsignedAtMost: isSigned ? null : UNSIGNED_HINTS_A_DAY,
      });
      if (planned) await jobs.enqueue(tx, RECHECK_JOB, { attemptId: planned.id }, { startAfter: planned.recheck_at });
    },
    async sweep() {
      for (const id of await listDueRechecks(database, clock.now(), SWEPT_AT_ONCE)) await track(recheck(id));
    },
  };
}
