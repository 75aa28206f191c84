import { setTimeout as wait } from 'node:timers/promises';
import { rights } from '@muneem/contract/rights';
import { CUSTOM_POSTBACK_LIMITS } from '@muneem/contract/custom-postbacks';
import { SYSTEM_ACTORS, writeAudit } from '#platform/audit-log/index.ts';
import { createBatcher, isInputError } from '#platform/batcher/index.ts';
import { kolkataDay } from '#platform/clock/index.ts';
import { transaction, type Database, type Tx } from '#platform/database/index.ts';
import { noticeJob, type NoticeSender } from '#platform/mailer/index.ts';
import { mailAdmins } from '#features/auth/index.ts';
import type { CustomPostbackDependencies } from './custom-postback-dependencies.ts';
import { findCustomPostback, pauseAutomatically, type Pause } from './custom-postbacks.repository.ts';
import { listOverduePauses } from './delivery-queue.repository.ts';
import { recordAttempts, type AttemptRow } from './attempts.repository.ts';

export type ResultDependencies = Pick<CustomPostbackDependencies, 'database' | 'clock' | 'caches' | 'jobs' | 'logger'>;

const MOST = CUSTOM_POSTBACK_LIMITS.failuresInRow;
const FAILED_TOO_OFTEN = `${MOST} deliveries in a row failed.`;
const GONE = 'The company answered 410: this URL no longer exists.';

const AGAIN_MS = 1_000;

/** Records results of calls in batches. Keeps them while the database is away. */
export function createResultBatcher(dependencies: ResultDependencies, stopping: AbortSignal) {
  return createBatcher({
    maxWaitMs: 0,
    maxItems: 500,
    maxInFlight: 1,
    maxQueued: Infinity,
    async run(batch: readonly AttemptRow[]): Promise<void[]> {
      for (;;) {
        try {
          await recordResults(dependencies, batch);
          return [];
        } catch (error) {
          if (isInputError(error) || stopping.aborted) throw error;
          dependencies.logger.warn({ err: error }, 'results of deliveries could not be written; trying again');
          await wait(AGAIN_MS);
        }
      }
    },
  });
}

/** Records a batch of attempts with delivery status and totals, then pauses postbacks that failed too often. */
async function recordResults(dependencies: ResultDependencies, batch: readonly AttemptRow[]): Promise<void> {
  const { database, clock } = dependencies;
  const now = clock.now();
  const failing = await transaction(database, (tx) =>
    recordAttempts(tx, batch, { now, day: kolkataDay(now), most: MOST }),
  );
  const pauses = failing.map(({ id, version, isGone }) => ({ id, version, reason: isGone ? GONE : FAILED_TOO_OFTEN }));
  await pauseFailing(dependencies, pauses);
}

/** Pauses postbacks that a process did not pause because it died. */
export async function pauseOverdue(dependencies: ResultDependencies): Promise<void> {
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
async function pauseFailing(dependencies: ResultDependencies, pauses: readonly Pause[]): Promise<void> {
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

async function pauseOne(dependencies: ResultDependencies, tx: Tx, pause: Pause): Promise<boolean> {
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

const PAUSED_MAIL_JOB = 'custom-postback-paused-mail';

interface PausedMail {
  readonly to: string;
  readonly postbackId: string;
  readonly reason: string;
}

/** Mails an admin that a postback was paused. No-op if it was deleted meanwhile. */
export const pausedMailJob = (sender: NoticeSender & { readonly database: Database }) =>
  noticeJob<PausedMail>(PAUSED_MAIL_JOB, sender, async ({ postbackId, reason }) => {
    const row = await findCustomPostback(sender.database, postbackId);
    return row === null
      ? undefined
      : {
          subject: `the postback to ${row.companyName} is paused`,
          heading: 'A custom postback is paused',
          paragraphs: [
            `The postback to ${row.companyName} for the event ${row.eventName} was paused: ${reason}`,
            'New conversions no longer fire it. Pending deliveries are kept and are sent when you activate it again.',
          ],
          link: { label: 'Open Postback Management', path: `/postback-urls/${encodeURIComponent(row.offerId)}` },
          notes: ['Failed deliveries can be resent there, one by one or all together.'],
        };
  });
