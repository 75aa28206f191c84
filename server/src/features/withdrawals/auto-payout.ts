import { paise, rupeesFromPaise } from '@muneem/contract/money';
import { AppError } from '#platform/app-error/index.ts';
import type { Actor } from '#platform/audit-log/index.ts';
import { transaction } from '#platform/database/index.ts';
import type { JobDefinition, Jobs } from '#platform/jobs/index.ts';
import type { getAutoPayoutStatus } from '@muneem/contract/withdrawals';
import type { HandlerAnswer } from '#platform/http/index.ts';
import { awaitOutcome } from './approve-withdrawal.ts';
import { mayPay, resume } from './auto-payout-breaker.ts';
import {
  approveWithinLimits,
  findManualReviewReason,
  leaveToPerson,
  limitsOf,
  paidToday,
  type LimitDependencies,
} from './auto-payout-limits.ts';
import {
  clearWaiting,
  findBreaker,
  findIsOn,
  findIsWaiting,
  listWithoutJob,
  removeWaiting,
  sumWaiting,
} from './auto-payout.repository.ts';
import { findWithdrawal } from './withdrawals.repository.ts';

export const AUTO_APPROVE_JOB = 'withdrawals-auto-approve';

interface AutoPayoutDependencies extends LimitDependencies {
  readonly jobs: Jobs;
}

export type AutoPayout = ReturnType<typeof createAutoPayout>;

const WAITING_AT_ONCE = 500;

/**
 * Approves withdrawals requested while auto payout is on. Flagged ones and those above a limit wait for a person.
 * Approves nothing while paused: daily limit, failures, low balance, no provider or a wrong ledger.
 */
export function createAutoPayout(dependencies: AutoPayoutDependencies) {
  const { database, clock, jobs, settings } = dependencies;
  const isOn = (): boolean => settings.current().autoPayoutEnabled;

  const approveJob: JobDefinition<{ withdrawalId: string }> = {
    name: AUTO_APPROVE_JOB,
    batchSize: 10,
    handle: async ({ withdrawalId }) =>
      void ((await findIsOn(database)) && (await approve(dependencies, withdrawalId))),
  };

  async function resumeWaiting(): Promise<void> {
    if (!(await findIsOn(database))) return;
    const paused = (await findBreaker(database)).reason !== null;
    if (!paused || (await mayPay(dependencies, paise(0)))) await enqueueWaiting();
  }

  async function enqueueWaiting(): Promise<void> {
    for (let last: string | undefined = ''; last !== undefined;) {
      const after = last;
      last = await transaction(database, async (tx) => {
        const ids = await listWithoutJob(tx, AUTO_APPROVE_JOB, after, WAITING_AT_ONCE);
        for (const withdrawalId of ids) await jobs.enqueue(tx, AUTO_APPROVE_JOB, { withdrawalId });
        return ids.at(-1);
      });
    }
  }

  return {
    jobs: [
      approveJob,
      { name: 'auto-payout-resume', cron: '* * * * *', handle: resumeWaiting },
    ] as readonly JobDefinition[],
    async status(): Promise<HandlerAnswer<typeof getAutoPayoutStatus>> {
      const [breaker, { waiting }, paidPaise] = await Promise.all([
        findBreaker(database),
        sumWaiting(database),
        paidToday(database, clock),
      ]);
      const { userRupees, dayRupees } = limitsOf(dependencies);
      const { reason, message, pausedAt: since, retryAt } = breaker;
      const paused = reason !== null && since !== null;
      return {
        enabled: isOn(),
        state: !isOn() ? 'off' : paused ? 'paused' : 'running',
        pause:
          paused && isOn()
            ? { reason, message: message ?? '', since: since.toISOString(), retryAt: retryAt?.toISOString() ?? null }
            : null,
        waiting: isOn() ? waiting : 0,
        consecutiveFailures: breaker.consecutiveFailures,
        maxAmount: dependencies.autoPayoutMaxRupees,
        userLimit: userRupees,
        dayLimit: dayRupees,
        paidToday: rupeesFromPaise(paidPaise),
      };
    },
    async turn(on: boolean, actor: Actor): Promise<void> {
      // An admin decides what waits at a switch, also in a restored copy, whose original may have paid it.
      await settings.setAutoPayout(on, actor, clearWaiting);
      if (on) await resume(dependencies, actor);
    },
    /** Ends a pause and pays the waiting withdrawals. */
    async resume(actor: Actor): Promise<void> {
      await resume(dependencies, actor);
      if (await findIsOn(database)) await enqueueWaiting();
    },
  };
}

async function approve(dependencies: AutoPayoutDependencies, withdrawalId: string): Promise<void> {
  const { database } = dependencies;
  const row = await findWithdrawal(database, withdrawalId);
  if (row?.status !== 'pending') return void (await removeWaiting(database, withdrawalId));
  // A switch clears the list: a person decides, even if the job outlived the switch.
  if (!(await findIsWaiting(database, withdrawalId))) return;
  const reason = await findManualReviewReason(database, dependencies, row);
  if (reason !== null) return transaction(database, (tx) => leaveToPerson(tx, withdrawalId, reason));
  if (!(await mayPay(dependencies, row.amountPaise))) return;
  try {
    const attempt = await transaction(database, (tx) => approveWithinLimits(tx, dependencies, row));
    if (attempt) await awaitOutcome(dependencies.payouts, attempt);
  } catch (error) {
    // An admin decided it first: nothing is left to do.
    if (!(error instanceof AppError && error.code === 'wrong_state')) throw error;
  }
}
