import { CUSTOM_POSTBACK_LIMITS } from '@muneem/contract/custom-postbacks';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { kolkataDay } from '#platform/clock/index.ts';
import { raiseCacheVersion, transaction, type Tx } from '#platform/database/index.ts';
import type { CustomPostbackDeps } from './custom-postback-deps.ts';
import { pauseByItself } from './custom-postbacks.repository.ts';
import {
  countAttempts,
  restTargets,
  reviveTargets,
  settleAttempts,
  type AttemptRow,
  type EndedDelivery,
  type PostbackCounts,
} from './delivery-queue.repository.ts';
import { PAUSED_MAIL_JOB, type PausedMailData } from './paused-mail.ts';
import { REST_MS } from './target-breaker.ts';

/** What a batch of tries says about the targets. */
export interface TargetNews {
  /** They fail too often and are left alone for a while. */
  readonly resting: readonly string[];
  readonly revived: readonly string[];
}

const ACTOR: Actor = { kind: 'system', id: 'deliveries', name: 'Deliveries' };

/**
 * Writes a batch of tries down in one transaction: each try, what its delivery became, the sums that count it, and the
 * pause of a postback that failed too often, once, with its audit row and its mails.
 */
export async function settleDeliveries(
  deps: Pick<CustomPostbackDeps, 'database' | 'clock' | 'caches' | 'jobs' | 'adminEmails' | 'logger'>,
  batch: readonly AttemptRow[],
  { resting, revived }: TargetNews,
): Promise<void> {
  const now = deps.clock.now();
  const paused = await transaction(deps.database, async (tx) => {
    const ended = await settleAttempts(tx, batch, now);
    const reasons = new Map<string, string>();
    const most = CUSTOM_POSTBACK_LIMITS.failuresInRow;
    for (const { postbackId } of await countAttempts(tx, countsOf(batch, ended), { now, day: kolkataDay(now), most }))
      reasons.set(postbackId, `${most} deliveries in a row failed.`);
    for (const { postbackId, error } of batch)
      if (error === 'gone') reasons.set(postbackId, 'The company answered 410: this address is gone for good.');
    await reviveTargets(tx, revived);
    await restTargets(tx, resting, new Date(now.getTime() + REST_MS));
    return pauseAll(deps, tx, reasons, now);
  });
  if (paused.length === 0) return;
  deps.logger.warn({ postbacks: paused }, 'custom postbacks were paused because their deliveries failed');
  await deps.caches.changed('custom_postbacks');
}

async function pauseAll(
  deps: Pick<CustomPostbackDeps, 'jobs' | 'adminEmails'>,
  tx: Tx,
  reasons: ReadonlyMap<string, string>,
  now: Date,
): Promise<string[]> {
  const paused: string[] = [];
  for (const [postbackId, reason] of reasons) {
    if (!(await pauseByItself(tx, postbackId, reason, now))) continue;
    paused.push(postbackId);
    await writeAudit(tx, {
      actor: ACTOR,
      action: 'custom_postbacks.auto_pause',
      entityType: 'custom_postback',
      entityId: postbackId,
      before: { status: 'active' },
      after: { status: 'inactive', pausedReason: reason },
    });
    for (const to of await deps.adminEmails(tx)) {
      const mail: PausedMailData = { postbackId, reason, to };
      await deps.jobs.enqueue(tx, PAUSED_MAIL_JOB, mail);
    }
  }
  if (paused.length > 0) await raiseCacheVersion(tx, 'custom_postbacks');
  return paused;
}

function countsOf(batch: readonly AttemptRow[], ended: readonly EndedDelivery[]): PostbackCounts[] {
  const counts = new Map<string, PostbackCounts>();
  for (const { postbackId, success, ms } of batch) {
    const count = counts.get(postbackId) ?? nothing(postbackId);
    counts.set(postbackId, count);
    count.fired += 1;
    count.successes += success ? 1 : 0;
    count.errors += success ? 0 : 1;
    count.totalMs += ms;
  }
  for (const { postbackId, delivered } of ended) {
    const count = counts.get(postbackId);
    if (count === undefined) continue;
    if (delivered) {
      count.delivered = true;
      count.failuresLast = 0;
    } else if (count.delivered) {
      count.failuresLast += 1;
      count.failuresInside = Math.max(count.failuresInside, count.failuresLast);
    } else count.failuresFirst += 1;
  }
  return [...counts.values()];
}

const nothing = (postbackId: string): PostbackCounts => ({
  postbackId,
  fired: 0,
  successes: 0,
  errors: 0,
  totalMs: 0,
  failuresFirst: 0,
  failuresInside: 0,
  failuresLast: 0,
  delivered: false,
});
