import { rights } from '@muneem/contract/rights';
import { CUSTOM_POSTBACK_LIMITS } from '@muneem/contract/custom-postbacks';
import { SYSTEM_ACTORS, writeAudit } from '#platform/audit-log/index.ts';
import { kolkataDay } from '#platform/clock/index.ts';
import { transaction, type Tx } from '#platform/database/index.ts';
import { mailAdmins } from '#features/auth/index.ts';
import type { CustomPostbackDependencies } from './custom-postback-dependencies.ts';
import { pauseAutomatically, type Pause } from './custom-postbacks.repository.ts';
import { listOverduePauses } from './delivery-queue.repository.ts';
import { settleAttempts, type AttemptRow } from './settle-attempts.repository.ts';
import { PAUSED_MAIL_JOB } from './paused-mail.ts';

export type SettleDependencies = Pick<CustomPostbackDependencies, 'database' | 'clock' | 'caches' | 'jobs' | 'logger'>;

const MOST = CUSTOM_POSTBACK_LIMITS.failuresInRow;
const FAILED_TOO_OFTEN = `${MOST} deliveries in a row failed.`;
const GONE = 'The company answered 410: this URL no longer exists.';

/** Records a batch of attempts with delivery status and totals, then pauses postbacks that failed too often. */
export async function settleDeliveries(dependencies: SettleDependencies, batch: readonly AttemptRow[]): Promise<void> {
  const { database, clock } = dependencies;
  const now = clock.now();
  const failing = await transaction(database, (tx) =>
    settleAttempts(tx, batch, { now, day: kolkataDay(now), most: MOST }),
  );
  const pauses = failing.map(({ id, version, isGone }) => ({ id, version, reason: isGone ? GONE : FAILED_TOO_OFTEN }));
  await pauseFailing(dependencies, pauses);
}

/** Pauses postbacks that a process did not pause because it died. */
export async function pauseOverdue(dependencies: SettleDependencies): Promise<void> {
  try {
    const overdue = await listOverduePauses(dependencies.database, MOST);
    const pauses = overdue.map((postback) => ({ ...postback, reason: FAILED_TOO_OFTEN }));
    await pauseFailing(dependencies, pauses);
  } catch (error) {
    dependencies.logger.warn({ err: error }, 'overdue pauses failed; trying again later');
  }
}

/**
 * Pauses each postback once, in one transaction with its audit row and mails. Never rejects: its results are written,
 * and the next failure asks for the pause again.
 */
async function pauseFailing(dependencies: SettleDependencies, pauses: readonly Pause[]): Promise<void> {
  if (pauses.length === 0) return;
  const { caches, logger } = dependencies;
  try {
    const paused = await caches.change(['custom_postbacks'], async (tx) => {
      const done: string[] = [];
      for (const pause of pauses) if (await pauseOne(dependencies, tx, pause)) done.push(pause.id);
      return done;
    });
    if (paused.length > 0)
      logger.warn({ postbacks: paused }, 'custom postbacks were paused because their deliveries failed');
  } catch (error) {
    logger.warn({ err: error }, 'failing custom postbacks could not be paused; trying again later');
  }
}

async function pauseOne(dependencies: SettleDependencies, tx: Tx, pause: Pause): Promise<boolean> {
  if (!(await pauseAutomatically(tx, pause, dependencies.clock.now()))) return false;
  const { id: postbackId, reason } = pause;
  await writeAudit(tx, SYSTEM_ACTORS.deliveries, 'custom_postbacks.auto_pause', ['custom_postback', postbackId], {
    before: { status: 'active' },
    after: { status: 'inactive', pausedReason: reason },
  });
  await mailAdmins(tx, dependencies.jobs, rights.changePostbacks, {
    job: PAUSED_MAIL_JOB,
    data: { postbackId, reason },
  });
  return true;
}
