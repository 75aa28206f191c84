import type { Clock } from '#platform/clock/index.ts';
import { SYSTEM_ACTORS, writeAudit } from '#platform/audit-log/index.ts';
import { transaction, type Database, type Sql } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { inspectLedger, type LedgerCheckpoint, type LedgerReport } from './inspect-ledger.ts';
import { findLedgerStatus, lockLedgerStatus, saveLedgerStatus } from './ledger-checks.repository.ts';

interface CheckLedgerOptions {
  readonly clock: Clock;
  /** Rows (user_id, coins): the coins that each open withdrawal holds. */
  readonly openHolds?: Sql | undefined;
}

const ALL = { since: null };

/** Checks every row of the ledger and stores the result. A breach stops payouts on every server until a clean check. */
export async function checkLedger(database: Database, { clock, openHolds }: CheckLedgerOptions): Promise<LedgerReport> {
  const startedAt = clock.now();
  const report = await inspectLedger(database, { openHolds, causes: ALL });
  await saveReport(database, clock, report, startedAt);
  return report;
}

/** Stores the result. Audits the start and end of a stop. @returns true for these two */
async function saveReport(database: Database, clock: Clock, report: LedgerReport, startedAt: Date): Promise<boolean> {
  return transaction(database, async (tx) => {
    const before = await lockLedgerStatus(tx);
    const wasStopped = before !== null && before.breachedAt !== null;
    const stopped = report.breaches.length > 0;
    // A check that began before another one found the breach did not see it.
    if (wasStopped && !stopped && before.checkedAt > startedAt) return false;
    await saveLedgerStatus(tx, clock.now(), report);
    if (stopped === wasStopped) return false;
    await writeAudit(
      tx,
      SYSTEM_ACTORS.ledgerChecker,
      stopped ? 'payouts.stop' : 'payouts.resume',
      ['ledger', 'ledger'],
      {
        after: { breaches: report.breaches },
      },
    );
    return true;
  });
}

interface LedgerCheckerOptions extends CheckLedgerOptions, Pick<Platform, 'database' | 'logger'> {
  /** Called when this check stopped payouts, or let them resume. */
  readonly onChange?: (report: LedgerReport) => void;
}

export interface LedgerChecker {
  /** Checks the rows since the last check. Checks everything now and then, and on any mismatch. */
  check(): Promise<LedgerReport>;
}

const FULL_EVERY_MS = 6 * 3_600_000;
/** Maximum duration of a transaction between its timestamp and its commit. */
const LATE_COMMIT_MS = 60_000;

/** Creates the check that runs every minute. Its checkpoint is only in this process's memory. */
export function createLedgerChecker(options: LedgerCheckerOptions): LedgerChecker {
  const { database, clock, logger, openHolds, onChange } = options;
  let checkpoint: LedgerCheckpoint | undefined;
  let fullAt = 0;
  let inspectedAt = 0;

  const inspect = async (): Promise<LedgerReport> => {
    const now = clock.now().getTime();
    if (checkpoint === undefined || (await findLedgerStatus(database))?.breachedAt) return inspectAll(now);
    if (now - fullAt >= FULL_EVERY_MS) {
      const kept = checkpoint;
      const report = await inspectAll(now);
      if (report.breaches.length === 0) checkpoint = kept;
      return report;
    }
    const causes = { since: new Date(inspectedAt - LATE_COMMIT_MS) };
    const report = await inspectLedger(database, { openHolds, checkpoint, causes });
    // Only a full check confirms a breach that a partial check reports.
    if (report.breaches.length > 0) return inspectAll(now);
    checkpoint = report.checkpoint;
    inspectedAt = now;
    return report;
  };
  const inspectAll = async (now: number): Promise<LedgerReport> => {
    const report = await inspectLedger(database, { openHolds, causes: ALL });
    fullAt = now;
    inspectedAt = now;
    checkpoint = report.checkpoint;
    return report;
  };

  return {
    async check() {
      const startedAt = clock.now();
      const report = await inspect();
      if (await saveReport(database, clock, report, startedAt)) onChange?.(report);
      if (report.breaches.length > 0) {
        logger.error(
          { breaches: report.breaches },
          'the ledger does not add up: payouts are stopped; run verify-ledger',
        );
      }
      return report;
    },
  };
}
