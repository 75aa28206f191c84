import { setTimeout as wait } from 'node:timers/promises';
import { transaction, type Tx } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import type { AskProvider } from './ask-provider.ts';
import {
  cancelUnsent,
  claimClosed,
  endRecheck,
  hasLiveAttempt,
  lockClosed,
  markReversed,
  noteContradiction,
  recordPaidTwice,
  reviveAttempt,
} from './decided-attempts.repository.ts';
import { countUnpaid, listPaidBefore, restartUnpaid, type PaidBefore } from './paid-before.repository.ts';
import type { AskedOutcome } from './payout-provider.ts';
import { hastenLookup, listAttemptsOf, RECHECK_EVERY_S, type PayoutAttempt } from './payouts.repository.ts';
import type { PaidTwice } from './reconciliation.repository.ts';

/** Mails the admins about a double payment, in the transaction that records it. */
export type NotifyPaidTwice = (tx: Tx, paidTwice: PaidTwice) => Promise<void>;

export interface RecheckDependencies extends Pick<Platform, 'database' | 'clock' | 'logger'> {
  readonly ask: AskProvider;
  readonly settle: (tx: Tx, attempt: PayoutAttempt) => Promise<void>;
  /** Reopens the thing that a closed attempt was for. @returns false if it was refunded or paid otherwise */
  readonly revive: (tx: Tx, attempt: PayoutAttempt) => Promise<boolean>;
  readonly notifyPaidTwice: NotifyPaidTwice;
  /** Minimum milliseconds between two calls about one transfer. */
  readonly distanceMs: number;
}

/** The provider's answer about all closed attempts of one payable. */
type ClosedAttempts =
  | { readonly verdict: 'not_paid' }
  | { readonly verdict: 'paid' | 'in_flight' }
  | { readonly verdict: 'unknown'; readonly error: string }
  /** It was once paid, and its return is not certain. */
  | { readonly verdict: 'paid_before'; readonly payment: PaidBefore }
  /** Another account or provider sent it, and the current one does not know it. */
  | { readonly verdict: 'elsewhere'; readonly attempt: PayoutAttempt }
  | { readonly verdict: 'too_soon'; readonly waitMs: number };

/** Three look-ups in the 24 hours after which a payment that was once paid may be repeated. */
const PAID_BEFORE_EVERY_MS = 8 * 3_600_000;
/** Maximum wait. Beyond it the admin gets an error instead. */
const WAITED_FOR_MS = 2_000;

export type PayoutRechecks = ReturnType<typeof createPayoutRechecks>;

/** Looks up decided attempts: a paid transfer can be reversed, and a failed one can still succeed. */
export function createPayoutRechecks(dependencies: RecheckDependencies) {
  const { database, clock, ask, distanceMs } = dependencies;

  /** Look-ups keep a minimum distance. The first one may follow the payment's answer at once. */
  const waitFor = ({ lastCallAt: last, sendingAt: sent }: PayoutAttempt): number =>
    last === null || sent === null || last <= sent ? 0 : last.getTime() + distanceMs - clock.now().getTime();

  /**
   * Looks up every attempt that was closed as not paid. Money may move again only after `not_paid`.
   * Records any other outcome first. `note` runs in the transaction that claims each look-up.
   */
  async function confirmNotPaid(
    payableId: string,
    note: (tx: Tx, attempt: PayoutAttempt) => Promise<void>,
  ): Promise<ClosedAttempts> {
    const all = await listAttemptsOf(database, payableId);
    const closed = all.filter(({ status }) => status === 'not_paid' || status === 'refused');
    const longestWait = (): number => Math.max(0, ...closed.map(waitFor));
    // More than once: a timer may fire before the clock shows its time.
    for (let waitMs = longestWait(); waitMs > 0; waitMs = longestWait()) {
      if (waitMs > WAITED_FOR_MS) return { verdict: 'too_soon', waitMs };
      await wait(waitMs);
    }
    for (const { id } of closed) {
      const attempt = await transaction(database, async (tx) => {
        const claimed = await claimClosed(tx, id, { now: clock.now(), distanceMs });
        if (claimed) await note(tx, claimed);
        return claimed;
      });
      if (!attempt) return { verdict: 'too_soon', waitMs: distanceMs };
      const verdict = await judgeClosed(dependencies, attempt, await ask(attempt));
      if (verdict.verdict !== 'not_paid') return verdict;
    }
    const [payment] = await listPaidBefore(database, [payableId], clock.now());
    return payment === undefined || payment.mayPayAgain ? { verdict: 'not_paid' } : { verdict: 'paid_before', payment };
  }

  return {
    /** Judges the answer to a look-up of a decided attempt. */
    judge: async (attempt: PayoutAttempt, outcome: AskedOutcome): Promise<void> =>
      void (await (attempt.status === 'paid' ? judgePaid : judgeClosed)(dependencies, attempt, outcome)),
    /** Records the outcome of a closed attempt that turned out to be paid or in flight. */
    revive: (attemptId: string, outcome: AskedOutcome) => revive(dependencies, attemptId, outcome),
    confirmNotPaid,
  };
}

/** Reverses a paid attempt only on a clear "not paid" of that transfer. Only a clear answer ends the look-ups. */
async function judgePaid(
  { database, clock, logger, settle }: RecheckDependencies,
  attempt: PayoutAttempt,
  outcome: AskedOutcome,
): Promise<void> {
  const { providerTransactionId: sent } = attempt;
  if (sent !== null && (outcome.providerTransactionId ?? sent) !== sent) {
    const facts = { attempt: attempt.id, sent, answered: outcome.providerTransactionId };
    logger.warn(facts, 'the provider has another transfer with the reference of a paid one');
    return endRecheck(database, attempt.id);
  }
  if (outcome.kind === 'paid') return endRecheck(database, attempt.id, outcome);
  if (outcome.kind !== 'not_paid') {
    if (outcome.cannotConfirm !== true) return;
    logger.warn({ attempt: attempt.id, error: outcome.error }, 'a paid transfer can no longer be looked up');
    return endRecheck(database, attempt.id);
  }
  await transaction(database, async (tx) => {
    const row = await markReversed(tx, attempt.id, outcome, clock.now());
    if (row) await settle(tx, row);
  });
  logger.warn({ attempt: attempt.id, payable: attempt.payableId }, 'a paid transfer was reversed');
}

async function revive(dependencies: RecheckDependencies, attemptId: string, outcome: AskedOutcome): Promise<void> {
  const { database, clock, logger, distanceMs } = dependencies;
  await transaction(database, async (tx) => {
    const closed = await lockClosed(tx, attemptId);
    if (!closed) return;
    // A retry that was not sent yet would pay a second time.
    const unsent = await cancelUnsent(tx, closed.payableId, clock.now());
    if (unsent) await dependencies.settle(tx, unsent);
    const isOnly = !(await hasLiveAttempt(tx, closed.payableId));
    const kind = outcome.kind === 'paid' ? 'paid' : 'in_flight';
    const revived = { ...closed, status: kind, utr: outcome.utr ?? closed.utr } as const;
    const facts = { attempt: closed.id, payable: closed.payableId, outcome: kind };
    if (isOnly && (await dependencies.revive(tx, { ...revived, finishedAt: clock.now() }))) {
      const at = clock.now();
      await reviveAttempt(tx, attemptId, outcome, { at, nextCallAt: new Date(at.getTime() + distanceMs) });
      logger.warn(facts, 'a transfer that was closed as not paid is paid or in flight');
      return;
    }
    // If it is still in flight, the next look-up decides.
    if (kind === 'in_flight') {
      const distance = { distanceMs: RECHECK_EVERY_S * 1000, unsignedAtMost: null };
      return hastenLookup(tx, { id: attemptId }, { now: clock.now(), ...distance });
    }
    if (await recordPaidTwice(tx, closed, outcome, clock.now())) await dependencies.notifyPaidTwice(tx, closed);
    await endRecheck(tx, attemptId);
    logger.error(facts, 'a withdrawal was paid twice: a transfer that was closed as not paid went through');
  });
}

async function judgeClosed(
  dependencies: RecheckDependencies,
  attempt: PayoutAttempt,
  outcome: AskedOutcome,
): Promise<ClosedAttempts> {
  const { database, clock } = dependencies;
  if (outcome.kind === 'paid' || outcome.kind === 'in_flight') {
    await revive(dependencies, attempt.id, outcome);
    return { verdict: outcome.kind };
  }
  const wasPaid = attempt.paidAt !== null;
  const neverKnown = outcome.referenceUnknown === true && attempt.providerTransactionId === null && !wasPaid;
  // FAILED from another account confirms nothing. A refusal or an admin's declaration does.
  const isElsewhere = outcome.cannotConfirm === true;
  const wasNeverTaken = attempt.status !== 'not_paid' || attempt.declaredAt !== null;
  if (outcome.kind === 'not_paid' || neverKnown || (isElsewhere && wasNeverTaken)) {
    await endRecheck(database, attempt.id, { account: outcome.account });
    const at = clock.now();
    if (wasPaid) await countUnpaid(database, attempt.id, { at, nextAt: new Date(at.getTime() + PAID_BEFORE_EVERY_MS) });
    return { verdict: 'not_paid' };
  }
  if (isElsewhere) {
    await endRecheck(database, attempt.id);
    return { verdict: 'elsewhere', attempt };
  }
  const error = outcome.error ?? 'The payout provider gave no outcome';
  if (outcome.strange === true) await noteContradiction(database, attempt.id, error);
  if (outcome.strange === true || outcome.referenceUnknown === true)
    await restartUnpaid(database, attempt.id, clock.now());
  return { verdict: 'unknown', error };
}
