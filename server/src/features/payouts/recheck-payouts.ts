import { setTimeout as wait } from 'node:timers/promises';
import { transaction, type Database, type Tx } from '#platform/database/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import type { JobDefinition, Jobs } from '#platform/jobs/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import type { AskProvider } from './ask-provider.ts';
import {
  cancelUnsent,
  claimRecheck,
  endRecheck,
  hasLiveAttempt,
  listDueRechecks,
  lockClosed,
  markReversed,
  planRecheck,
  raisePaidTwice,
  reviveAttempt,
} from './decided-attempts.repository.ts';
import type { AskedOutcome } from './payout-provider.ts';
import { listAttemptsOf, type PayoutAttempt } from './payouts.repository.ts';

export interface RecheckDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly jobs: Jobs;
  readonly ask: AskProvider;
  readonly settle: (tx: Tx, attempt: PayoutAttempt) => Promise<void>;
  /** Reopens what a closed attempt was for. @returns false when its money was given back or paid otherwise */
  readonly revive: (tx: Tx, attempt: PayoutAttempt) => Promise<boolean>;
  /** Tells the administrators that something was paid twice, in the transaction that records it. */
  readonly tellPaidTwice: (tx: Tx, attempt: PayoutAttempt) => Promise<void>;
  /** When an attempt that is in flight again is looked up next. */
  readonly nextLookup: (tx: Tx, attemptId: string) => Promise<Date>;
  /** Milliseconds between two calls about one transfer. */
  readonly distanceMs: number;
  readonly track: <Result>(work: Promise<Result>) => Promise<Result>;
}

/** What the provider says about all closed attempts of one payable. */
export type ClosedAttempts =
  | { readonly told: 'not_paid' }
  | { readonly told: 'paid' | 'in_flight' }
  | { readonly told: 'unknown'; readonly error: string }
  /** Another account or provider sent it, and the one in use knows nothing about it. */
  | { readonly told: 'elsewhere'; readonly attempt: PayoutAttempt }
  | { readonly told: 'too_soon'; readonly waitMs: number };

/** Looks up decided attempts again: a paid transfer can be reversed, and a failed one can be settled after all. */
export interface PayoutRechecks {
  /**
   * Schedules a look-up of a decided attempt as soon as it is allowed. Anyone can send an unsigned hint: only a few a day
   * count. The hourly comparison with the statement finds the rest.
   */
  plan(tx: Tx, referenceId: string, hint: { readonly isSigned: boolean }): Promise<void>;
  /** Looks a decided attempt up now if its look-up is due. */
  recheck(attemptId: string): Promise<void>;
  /**
   * Looks up every attempt that was closed as not paid. Money may move again only after `not_paid`. Whatever else the
   * provider says is recorded first. `note` runs in the transaction that claims each look-up.
   */
  confirmNotPaid(payableId: string, note: (tx: Tx, attempt: PayoutAttempt) => Promise<void>): Promise<ClosedAttempts>;
  /** Records what became of a closed attempt that is paid or in flight after all. */
  revive(attemptId: string, outcome: AskedOutcome): Promise<void>;
  /** Looks up attempts whose job was lost. */
  sweep(): Promise<void>;
  readonly job: JobDefinition;
}

const RECHECK_JOB = 'payouts-recheck';
/** While the provider cannot tell. */
const RECHECK_EVERY_MS = 15 * 60_000;
const JOBS_PER_POLL = 20;
const SWEPT_AT_ONCE = 100;
const UNSIGNED_HINTS_A_DAY = 5;
/** A shorter wait is kinder to a person than a refusal. */
const WAITED_FOR_MS = 2_000;

export function createPayoutRechecks(dependencies: RecheckDependencies): PayoutRechecks {
  const { database, clock, jobs, ask, distanceMs, track } = dependencies;
  const judgePaid = createPaidJudge(dependencies);
  const revive = createRevive(dependencies);
  const judgeClosed = createClosedJudge(dependencies, revive);

  const claim = (id: string, dueBy: Date | null, note?: (tx: Tx, attempt: PayoutAttempt) => Promise<void>) =>
    transaction(database, async (tx) => {
      const now = clock.now();
      const nextAt = new Date(now.getTime() + RECHECK_EVERY_MS);
      const row = await claimRecheck(tx, id, { now, nextAt, distanceMs, dueBy });
      if (row) await note?.(tx, row);
      return row;
    });

  async function recheck(attemptId: string): Promise<void> {
    const attempt = await claim(attemptId, clock.now());
    if (!attempt) return;
    const outcome = await ask(attempt);
    await (attempt.status === 'paid' ? judgePaid(attempt, outcome) : judgeClosed(attempt, outcome));
  }

  /** Look-ups keep their distance. The first one may follow the answer to the payment at once. */
  const waitFor = ({ last_call_at: last, sending_at: sent }: PayoutAttempt): number =>
    last === null || sent === null || last <= sent ? 0 : last.getTime() + distanceMs - clock.now().getTime();

  async function confirmNotPaid(
    payableId: string,
    note: (tx: Tx, attempt: PayoutAttempt) => Promise<void>,
  ): Promise<ClosedAttempts> {
    const all = await listAttemptsOf(database, payableId);
    const closed = all.filter(({ status }) => status === 'not_paid' || status === 'refused');
    const waitMs = Math.max(0, ...closed.map(waitFor));
    if (waitMs > WAITED_FOR_MS) return { told: 'too_soon', waitMs };
    if (waitMs > 0) await wait(waitMs);
    for (const { id } of closed) {
      const attempt = await claim(id, null, note);
      if (!attempt) return { told: 'too_soon', waitMs: distanceMs };
      const told = await judgeClosed(attempt, await ask(attempt));
      if (told.told !== 'not_paid') return told;
    }
    return { told: 'not_paid' };
  }

  const job: JobDefinition<{ attemptId: string }> = {
    name: RECHECK_JOB,
    batchSize: JOBS_PER_POLL,
    handle: ({ attemptId }) => track(recheck(attemptId)),
  };

  return {
    job,
    recheck,
    revive,
    confirmNotPaid,
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

/** Only a clear "not paid" of that very transfer reverses a paid one. Only a clear answer ends the look-ups. */
const createPaidJudge =
  ({ database, clock, logger, settle }: RecheckDependencies) =>
  async (attempt: PayoutAttempt, outcome: AskedOutcome): Promise<void> => {
    const { provider_transaction_id: sent } = attempt;
    if (sent !== null && (outcome.providerTransactionId ?? sent) !== sent) {
      const facts = { attempt: attempt.id, sent, answered: outcome.providerTransactionId };
      logger.warn(facts, 'the provider has another transfer under the reference of a paid one');
      return endRecheck(database, attempt.id);
    }
    if (outcome.kind === 'paid') return endRecheck(database, attempt.id, outcome);
    if (outcome.kind !== 'not_paid') {
      if (outcome.nobodyCanTell !== true) return;
      logger.warn({ attempt: attempt.id, error: outcome.error }, 'a paid transfer cannot be looked up any more');
      return endRecheck(database, attempt.id);
    }
    await transaction(database, async (tx) => {
      const row = await markReversed(tx, attempt.id, outcome, clock.now());
      if (row) await settle(tx, row);
    });
    logger.warn({ attempt: attempt.id, payable: attempt.payable_id }, 'a paid transfer was reversed');
  };

/** Records what became of a closed attempt that is paid or in flight after all. */
const createRevive =
  (dependencies: RecheckDependencies) =>
  async (attemptId: string, outcome: AskedOutcome): Promise<void> => {
    const { database, clock, logger } = dependencies;
    await transaction(database, async (tx) => {
      const closed = await lockClosed(tx, attemptId);
      if (!closed) return;
      // A retry that has not left yet would pay a second time.
      const unsent = await cancelUnsent(tx, closed.payable_id, clock.now());
      if (unsent) await dependencies.settle(tx, unsent);
      const nextLookupAt = await dependencies.nextLookup(tx, attemptId);
      const isOnly = !(await hasLiveAttempt(tx, closed.payable_id));
      const kind = outcome.kind === 'paid' ? 'paid' : 'in_flight';
      const revived = { ...closed, status: kind, reversed_at: null, utr: outcome.utr ?? closed.utr } as const;
      const facts = { attempt: closed.id, payable: closed.payable_id, outcome: kind };
      if (isOnly && (await dependencies.revive(tx, { ...revived, finished_at: clock.now() }))) {
        await reviveAttempt(tx, attemptId, outcome, { at: clock.now(), nextLookupAt });
        logger.warn(facts, 'a transfer that was closed as not paid goes on after all');
        return;
      }
      // Still in flight: the next look-up tells whether it was paid.
      if (kind === 'in_flight') return;
      if (await raisePaidTwice(tx, closed, outcome, clock.now())) await dependencies.tellPaidTwice(tx, closed);
      await endRecheck(tx, attemptId);
      logger.error(facts, 'a withdrawal was paid twice: a transfer that was closed as not paid went through');
    });
  };

const createClosedJudge =
  ({ database }: RecheckDependencies, revive: PayoutRechecks['revive']) =>
  async (attempt: PayoutAttempt, outcome: AskedOutcome): Promise<ClosedAttempts> => {
    if (outcome.kind === 'paid' || outcome.kind === 'in_flight') {
      await revive(attempt.id, outcome);
      return { told: outcome.kind };
    }
    const neverKnown = outcome.unheardOf === true && attempt.provider_transaction_id === null;
    // FAILED from an account that cannot be asked any more is no confirmation. A refusal or a person's word is.
    const isElsewhere = outcome.nobodyCanTell === true;
    const wasNeverTaken = attempt.status !== 'not_paid' || attempt.declared_at !== null;
    if (outcome.kind === 'not_paid' || neverKnown || (isElsewhere && wasNeverTaken)) {
      await endRecheck(database, attempt.id, { account: outcome.account });
      return { told: 'not_paid' };
    }
    if (isElsewhere) {
      await endRecheck(database, attempt.id);
      return { told: 'elsewhere', attempt };
    }
    return { told: 'unknown', error: outcome.error ?? 'The payout provider does not tell' };
  };
