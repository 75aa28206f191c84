import { paise, type Paise } from '@muneem/contract/money';
import { SYSTEM_ACTORS, writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction, type Tx } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { isPayoutStopped } from '#features/ledger/index.ts';
import type { PayoutAttempt, Payouts } from '#features/payouts/index.ts';
import type { NotifyPause } from './auto-payout-mail.ts';
import {
  countFailure,
  endPause,
  findBreaker,
  resetFailures,
  pause,
  sumWaiting,
  type Pause,
} from './auto-payout.repository.ts';

/** Auto payout pauses after this many consecutive payments that failed or stayed unknown. */
const FAILURES_IN_A_ROW = 5;
const RETRY_AFTER_MS = 15 * 60_000;

export interface BreakerDependencies extends Pick<Platform, 'database' | 'clock' | 'logger'> {
  readonly payouts: Payouts;
  readonly notifyPause: NotifyPause;
}

/** Counts the provider's first answer to a payment. Later look-ups of the same payment do not count. */
export async function countOutcome(tx: Tx, attempt: PayoutAttempt, notifyPause: NotifyPause): Promise<void> {
  if (attempt.lookups > 0 || attempt.reversedAt !== null) return;
  switch (attempt.status) {
    case 'paid':
    case 'in_flight':
      await resetFailures(tx);
      return;
    case 'created':
    case 'sending':
      return;
    case 'not_sent':
    case 'refused':
    case 'not_paid':
    case 'unknown':
      await count(tx, attempt, notifyPause);
  }
}

async function count(tx: Tx, attempt: PayoutAttempt, notifyPause: NotifyPause): Promise<void> {
  const failures = await countFailure(tx);
  if (failures < FAILURES_IN_A_ROW) return;
  const at = attempt.finishedAt ?? attempt.lastCallAt ?? attempt.createdAt;
  const unknown = attempt.status === 'unknown';
  const cause: Pause = {
    reason: unknown ? 'unknowns' : 'failures',
    message: unknown
      ? `${failures} payments in a row went wrong. The outcome of the last one is unknown.`
      : `${failures} payments in a row went wrong. The last one: ${attempt.error ?? 'no reason given'}`,
    at,
    retryAt: new Date(at.getTime() + RETRY_AFTER_MS),
  };
  await beginPause(tx, cause, notifyPause);
}

/** Starts a pause, unless auto payout is already paused. */
export async function beginPause(tx: Tx, cause: Pause, notifyPause: NotifyPause): Promise<void> {
  if (!(await pause(tx, cause))) return;
  await writeAudit(tx, SYSTEM_ACTORS.autoPayout, 'auto-payout.pause', ['auto-payout', 'auto-payout'], {
    before: { state: 'running' },
    after: { state: 'paused', reason: cause.reason, message: cause.message },
  });
  await notifyPause(tx, cause);
}

/**
 * Returns whether auto payout may pay now. The balance must cover `amountPaise`, after a pause all waiting withdrawals.
 * Starts a pause if something is in the way, and ends a pause whose cause is gone.
 */
export async function mayPay(dependencies: BreakerDependencies, amountPaise: Paise): Promise<boolean> {
  const { database, clock, logger, notifyPause } = dependencies;
  const breaker = await findBreaker(database);
  if (breaker.retryAt !== null && breaker.retryAt > clock.now()) return false;
  const waitingPaise = breaker.reason === null ? 0 : (await sumWaiting(database)).amountPaise;
  const obstacle = await findObstacle(dependencies, paise(Math.max(amountPaise, waitingPaise)));
  if (obstacle !== null) {
    await transaction(database, (tx) => beginPause(tx, { ...obstacle, at: clock.now() }, notifyPause));
    logger.warn({ reason: obstacle.reason }, 'auto payout has paused');
    return false;
  }
  if (breaker.reason === null) return true;
  // After consecutive failures, one more failure pauses it again.
  const failuresLeft = breaker.reason === 'failures' || breaker.reason === 'unknowns' ? FAILURES_IN_A_ROW - 1 : 0;
  await resume({ database }, SYSTEM_ACTORS.autoPayout, failuresLeft);
  return true;
}

async function findObstacle(
  { database, payouts }: BreakerDependencies,
  neededPaise: Paise,
): Promise<Omit<Pause, 'at'> | null> {
  if (await isPayoutStopped(database))
    return { reason: 'ledger', message: 'The ledger check found an error: all payouts are stopped.', retryAt: null };
  const balance = await payouts.recentBalance();
  if (!balance.known)
    return { reason: 'provider_down', message: `The provider's balance is not known: ${balance.error}`, retryAt: null };
  if (balance.balancePaise >= neededPaise) return null;
  return {
    reason: 'low_balance',
    message: "The provider's balance is below what is waiting to be paid. Add money to the account.",
    retryAt: null,
  };
}

/** Ends a pause. @returns false if there was none */
export async function resume(
  { database }: Pick<BreakerDependencies, 'database'>,
  actor: Actor,
  failuresLeft = 0,
): Promise<boolean> {
  return transaction(database, async (tx) => {
    const before = await findBreaker(tx);
    if (!(await endPause(tx, failuresLeft))) return false;
    await writeAudit(tx, actor, 'auto-payout.resume', ['auto-payout', 'auto-payout'], {
      before: { state: 'paused', reason: before.reason },
      after: { state: 'running' },
    });
    return true;
  });
}
