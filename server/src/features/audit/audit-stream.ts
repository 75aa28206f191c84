import { auditEntry } from '@muneem/contract/audit';
import { visibleTo } from '@muneem/contract/rights';
import { daysBefore } from '#platform/clock/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import type { OutboundHttp, OutboundResult } from '#platform/outbound-http/index.ts';
import { createLoop } from '#platform/work-tracker/index.ts';
import { readRetryAfter, retryDelayMs } from '#features/custom-postbacks/index.ts';
import {
  advanceStream,
  claimStream,
  delayStream,
  listUnsent,
  readLogEnd,
  releaseStream,
  type StreamClaim,
} from './audit-stream.repository.ts';
import type { AuditRow } from './audit.repository.ts';
import { createFinalEntries } from './final-entries.ts';
import { toEntry } from './list-audit.ts';
import { signWebhook } from './sign-webhook.ts';

const LOOK_EVERY_MS = 1_000;
const TIMEOUT_MS = 10_000;
/** A server that died loses the stream to another one after this time. */
const LEASE_MS = 2 * TIMEOUT_MS;
const PORTION = 100;
/** The receiver may be back at any time, and every entry waits for the first one. */
const LONGEST_DELAY_S = 900;
const ANSWER_BYTES = 1_024;

interface StreamDependencies extends Pick<Platform, 'config' | 'database' | 'clock' | 'logger' | 'restoredCopy'> {
  readonly http: OutboundHttp;
  readonly url: string;
  readonly secret: string;
}

/** The age at which entries are no longer sent. */
export const oldestSent = ({ config, clock }: Pick<Platform, 'config' | 'clock'>): Date | null =>
  config.AUDIT_RETENTION_DAYS === 0 ? null : daysBefore(clock.now(), config.AUDIT_RETENTION_DAYS);

/**
 * Sends the audit log to a receiver: each entry at least once, in the order of the ids. One server of the cluster sends
 * at a time. The cursor moves only after an answer of 2xx.
 */
export function createAuditStream(dependencies: StreamDependencies) {
  const { config, database, clock, logger, restoredCopy, http, url, secret } = dependencies;
  const delaysS = config.POSTBACK_RETRY_DELAYS_S.map((delayS) => Math.min(delayS, LONGEST_DELAY_S));
  const final = createFinalEntries();
  const figures = { accepted: 0, failed: 0 };
  let isStopping = false;

  const loop = createLoop(logger, 'the audit stream', async () => {
    const upTo = final.upTo(await readLogEnd(database));
    if (upTo === undefined || restoredCopy.isUnconfirmed()) return LOOK_EVERY_MS;
    const claim = await claimStream(database, { upTo, now: clock.now(), leaseMs: LEASE_MS });
    if (claim !== null) await sendAll(claim, upTo);
    return LOOK_EVERY_MS;
  });

  async function sendAll(claim: StreamClaim, upTo: number): Promise<void> {
    const advance = (sentId: number): Promise<boolean> =>
      advanceStream(database, claim, { sentId, now: clock.now(), leaseMs: LEASE_MS });
    let { sentId: after, failures } = claim;
    for (;;) {
      const rows = await listUnsent(database, { after, upTo, since: oldestSent(dependencies) }, PORTION);
      for (const row of rows) {
        const result = isStopping ? undefined : await post(row);
        if (result !== undefined && isAccepted(result)) {
          figures.accepted += 1;
          if (!(await advance(row.id))) return;
          [after, failures] = [row.id, 0];
          continue;
        }
        // A call that the stop has ended says nothing about the receiver.
        if (result === undefined || isStopping) return releaseStream(database, claim, clock.now());
        return delay(claim, failures + 1, result);
      }
      if (rows.length > 0) continue;
      // Passes over entries that are too old, and ids that were rolled back.
      if (await advance(upTo)) await releaseStream(database, claim, clock.now());
      return;
    }
  }

  async function post(row: AuditRow): Promise<OutboundResult> {
    const entry = auditEntry.parse(toEntry(row));
    // The receiver sees what an auditor sees: no token and no key in a URL.
    const body = JSON.stringify({ type: 'audit.entry', timestamp: entry.at, data: visibleTo('auditor', entry) });
    // After a restore of the database, a new entry may have the number of a lost one, but not its time.
    const id = `audit_${row.id}_${row.at.getTime()}`;
    const headers = { 'content-type': 'application/json', ...signWebhook(secret, { id, at: clock.now(), body }) };
    return http.send({ url, method: 'POST', headers, body, timeoutMs: TIMEOUT_MS, maxBodyBytes: ANSWER_BYTES });
  }

  async function delay(claim: StreamClaim, failures: number, result: OutboundResult): Promise<void> {
    figures.failed += 1;
    const now = clock.now();
    const wishMs = result.kind === 'answer' ? readRetryAfter(result.headers['retry-after'], now) : null;
    const delayMs = retryDelayMs(failures, delaysS, wishMs);
    const error = result.kind === 'answer' ? `HTTP ${result.status}` : `${result.reason}: ${result.message}`;
    logger.warn({ error, failures, delayMs }, 'the receiver of the audit stream did not accept an entry');
    await delayStream(database, claim, { error, nextAttemptAt: new Date(now.getTime() + delayMs) });
  }

  return {
    figures,
    start: loop.start,
    async stop(): Promise<void> {
      isStopping = true;
      await http.close();
      await loop.stop();
    },
  };
}

const isAccepted = (result: OutboundResult): boolean =>
  result.kind === 'answer' && result.status >= 200 && result.status < 300;
