import { groupDigits, type Paise } from '@muneem/contract/money';
import type { WithdrawalFlagKind } from '@muneem/contract/withdrawals';
import { SYSTEM_ACTORS, writeAudit } from '#platform/audit-log/index.ts';
import { endOfKolkataDay, kolkataDay, startOfKolkataDay, type Clock } from '#platform/clock/index.ts';
import type { Queryable, Tx } from '#platform/database/index.ts';
import type { PayoutAttempt } from '#features/payouts/index.ts';
import { readLimits } from '#features/second-person/index.ts';
import type { Settings } from '#features/settings/index.ts';
import { startPayment } from './approve-withdrawal.ts';
import { beginPause, type BreakerDependencies } from './auto-payout-breaker.ts';
import { lockDecisions, removeWaiting, setWaitsBecause, sumApproved } from './auto-payout.repository.ts';
import { findFlags } from './withdrawal-flags.ts';
import type { WithdrawalRow } from './withdrawals.repository.ts';

export interface LimitDependencies extends BreakerDependencies {
  readonly settings: Settings;
  readonly autoPayoutMaxRupees: number;
}

interface Limits {
  readonly withdrawalRupees: number;
  readonly userRupees: number;
  readonly dayRupees: number;
  readonly flags: readonly WithdrawalFlagKind[];
}

export function limitsOf({
  settings,
  autoPayoutMaxRupees,
}: Pick<LimitDependencies, 'settings' | 'autoPayoutMaxRupees'>): Limits {
  const { autoPayoutUserLimitRupees, autoPayoutDayLimitRupees, autoPayoutFlags } = settings.current();
  return {
    withdrawalRupees: autoPayoutMaxRupees,
    userRupees: autoPayoutUserLimitRupees ?? autoPayoutMaxRupees,
    dayRupees: autoPayoutDayLimitRupees,
    flags: autoPayoutFlags,
  };
}

const today = (clock: Clock): Date => startOfKolkataDay(kolkataDay(clock.now()));
const rupees = (amount: number): string => `₹${groupDigits(amount)}`;

export const paidToday = async (q: Queryable, clock: Clock): Promise<Paise> =>
  (await sumApproved(q, 0, today(clock))).totalPaise;

/** Returns why a person must decide this withdrawal, or null if Auto Payout may. */
export async function findManualReviewReason(
  q: Queryable,
  dependencies: LimitDependencies,
  { id, userId, amountPaise }: WithdrawalRow,
): Promise<string | null> {
  const { withdrawalRupees, userRupees, dayRupees, flags } = limitsOf(dependencies);
  if (amountPaise > withdrawalRupees * 100) return `More than ${rupees(withdrawalRupees)}`;
  const { withdrawal } = await readLimits(q);
  if (withdrawal !== null && amountPaise > withdrawal * 100)
    return `A second person confirms more than ${rupees(withdrawal)}`;
  if (amountPaise > dayRupees * 100) return `More than the limit per day, ${rupees(dayRupees)}`;
  const found = (await findFlags(q, [id])).get(id) ?? [];
  const waitsFor = found.filter(({ kind }) => kind === 'owes_coins' || flags.includes(kind));
  if (waitsFor.length > 0) return waitsFor.map(({ text }) => text).join(', ');
  const { userPaise } = await sumApproved(q, userId, today(dependencies.clock));
  if (userPaise + amountPaise > userRupees * 100) return `More than ${rupees(userRupees)} for one user in a day`;
  return null;
}

export async function leaveToPerson(tx: Tx, id: string, reason: string): Promise<void> {
  await removeWaiting(tx, id);
  if (!(await setWaitsBecause(tx, id, reason))) return;
  await writeAudit(tx, SYSTEM_ACTORS.autoPayout, 'withdrawals.wait-for-person', ['withdrawal', id], {
    after: { reason },
  });
}

/**
 * Approves a pending withdrawal. A lock lets one server decide at a time, so no limit is exceeded.
 * @returns undefined if it waits for a person, or if Auto Payout paused at the daily limit or was switched since
 */
export async function approveWithinLimits(
  tx: Tx,
  dependencies: LimitDependencies,
  row: WithdrawalRow,
): Promise<PayoutAttempt | undefined> {
  if (!(await lockDecisions(tx))) return undefined;
  const reason = await findManualReviewReason(tx, dependencies, row);
  if (reason !== null) {
    await leaveToPerson(tx, row.id, reason);
    return undefined;
  }
  const { clock, notifyPause } = dependencies;
  const { dayRupees } = limitsOf(dependencies);
  const paidPaise = await paidToday(tx, clock);
  if (paidPaise + row.amountPaise <= dayRupees * 100) {
    if ((await removeWaiting(tx, row.id)) === 0) return undefined;
    return startPayment(tx, dependencies, row.id, 'pending', { actor: SYSTEM_ACTORS.autoPayout, adminReason: null });
  }
  const at = clock.now();
  const message =
    `The limit per day is reached: ${rupees(Math.floor(paidPaise / 100))} of ${rupees(dayRupees)} are approved today. ` +
    'To continue today, raise the limit in Settings and resume.';
  await beginPause(tx, { reason: 'daily_limit', message, at, retryAt: endOfKolkataDay(kolkataDay(at)) }, notifyPause);
  return undefined;
}
