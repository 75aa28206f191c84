import { join } from 'node:path';
import { SYSTEM_ACTORS, writeAudit } from '#platform/audit-log/index.ts';
import { daysBefore, type Clock } from '#platform/clock/index.ts';
import { allowLongStatements, transaction, tryLock, type Database, type Queryable } from '#platform/database/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import { archiveMonth, type Archive } from './archive-month.ts';
import { countRows, listColumns, rowsOf, sumBytes, type Month, type RetainedKind } from './months.repository.ts';

interface RetentionDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Undefined: months are dropped without an archive. */
  readonly archiveDir: string | undefined;
}

interface OldMonth {
  readonly table: string;
  readonly month: string;
  readonly rows: number;
  /** About the size of the uncompressed archive. */
  readonly bytes: number;
  readonly from: Date;
  readonly until: Date;
}

/** Lists the months that `applyRetention` would drop. Changes nothing. */
export async function previewRetention(
  { database, clock }: Pick<RetentionDependencies, 'database' | 'clock'>,
  kind: RetainedKind,
): Promise<OldMonth[]> {
  const { table, timeColumn } = kind;
  const months: OldMonth[] = [];
  for (const month of await oldMonths(database, kind, clock.now())) {
    const rows = rowsOf(table, timeColumn, month);
    months.push({
      table,
      month: month.name,
      rows: await countRows(database, rows),
      bytes: await sumBytes(database, rows),
      from: month.start,
      until: month.end,
    });
  }
  return months;
}

/**
 * Archives and drops each month that is old enough, oldest first. A failure keeps the month; the next run continues.
 * Audits each month in the transaction of its drop. @returns the dropped months
 */
export async function applyRetention(dependencies: RetentionDependencies, kind: RetainedKind): Promise<string[]> {
  const { database, clock, logger } = dependencies;
  const release = await tryLock(database, `retention ${kind.table}`);
  if (release === undefined) return [];
  const dropped: string[] = [];
  try {
    for (const month of await oldMonths(database, kind, clock.now())) {
      await dropMonth(dependencies, kind, month);
      dropped.push(month.name);
    }
  } finally {
    await release();
  }
  if (dropped.length > 0) logger.info({ table: kind.table, months: dropped }, 'old months were dropped');
  return dropped;
}

const oldMonths = async (q: Queryable, { days, months }: RetainedKind, now: Date): Promise<Month[]> =>
  days === 0 ? [] : months(q, daysBefore(now, days));

async function dropMonth(
  { database, archiveDir }: RetentionDependencies,
  { table, timeColumn, drop }: RetainedKind,
  month: Month,
): Promise<void> {
  const rows = rowsOf(table, timeColumn, month);
  let archive: Archive | undefined;
  if (archiveDir !== undefined) {
    const columns = await listColumns(database, table);
    const name = `${table}-${month.name}`;
    archive = await archiveMonth(database, { folder: join(archiveDir, table), name, columns, rows });
  }
  await transaction(database, async (tx) => {
    allowLongStatements(tx);
    const count = await countRows(tx, rows);
    if (archive !== undefined && archive.rows !== count)
      throw new Error(`${table} ${month.name} has ${count} rows, but its archive has ${archive.rows}: it is kept`);
    await drop(tx, month);
    await writeAudit(tx, SYSTEM_ACTORS.retention, 'retention.drop', ['retention', `${table} ${month.name}`], {
      before: { rows: count },
      after: archive ?? { archive: 'none: ARCHIVE_DIR is not set' },
    });
  });
}
