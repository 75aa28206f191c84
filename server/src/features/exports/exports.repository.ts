import type { ExportEnd, ExportFormat, ExportProgress } from '@muneem/contract/exports';
import {
  join,
  raw,
  sql,
  type Queryable,
  type Reader,
  type Reads,
  type Sql,
  type Tx,
} from '#platform/database/index.ts';
import { cellSql, type Column, type Portion } from '#platform/spreadsheet/index.ts';

const KEPT_DAYS = 7;
/** A writer without a heartbeat for this long has died. */
const SILENT_S = 60;

export interface NewExport {
  readonly id: string;
  readonly adminId: string;
  readonly kind: string;
  readonly format: ExportFormat;
  readonly total: number | null;
  readonly startedAt: Date;
}

/** @returns false if the id was already used */
export async function insertExport(tx: Tx, row: NewExport): Promise<boolean> {
  await tx.execute(
    sql`delete from exports where started_at < ${row.startedAt}::timestamptz - make_interval(days => ${KEPT_DAYS})`,
  );
  const added = await tx.query(sql`
    insert into exports (id, admin_id, kind, format, total, started_at, seen_at)
    values (${row.id}, ${row.adminId}, ${row.kind}, ${row.format}, ${row.total}, ${row.startedAt}, ${row.startedAt})
    on conflict (id) do nothing returning id`);
  return added.length === 1;
}

/** Counts an admin's running exports, and blocks new ones until the transaction ends. */
export async function countRunning(tx: Tx, adminId: string, now: Date): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`exports:${adminId}`}, 0))`);
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*) from exports
    where admin_id = ${adminId} and status = 'running' and seen_at > ${now}::timestamptz - make_interval(secs => ${SILENT_S})`);
  return row?.count ?? 0;
}

/** Safe if two updates arrive out of order: progress never decreases. */
export async function saveProgress(q: Queryable, id: string, written: number, now: Date): Promise<void> {
  await q.execute(
    sql`update exports set written = greatest(written, ${written}), seen_at = greatest(seen_at, ${now}::timestamptz) where id = ${id} and status = 'running'`,
  );
}

export async function endExport(
  q: Queryable,
  id: string,
  end: { status: 'done' | 'cancelled' | 'failed'; because?: ExportEnd; written: number; at: Date },
): Promise<void> {
  await q.execute(sql`
    update exports set status = ${end.status}, ended_because = ${end.because ?? null}, written = ${end.written}, seen_at = ${end.at}, ended_at = ${end.at}
    where id = ${id} and status = 'running'`);
}

/** Finds an admin's own export. One without a heartbeat counts as failed. */
export async function findProgress(
  q: Queryable,
  id: string,
  adminId: string,
  now: Date,
): Promise<ExportProgress | null> {
  const [row] = await q.query<Omit<ExportProgress, 'endedBecause'> & { endedBecause: ExportEnd | null }>(sql`
    select case when status = 'running' and seen_at < ${now}::timestamptz - make_interval(secs => ${SILENT_S}) then 'failed' else status end as status,
      written, total, ended_because
    from exports where id = ${id} and admin_id = ${adminId}`);
  if (!row) return null;
  const { endedBecause, ...progress } = row;
  return endedBecause === null ? progress : { ...progress, endedBecause };
}

/** Rows per statement. Planning one takes milliseconds; the text of 5,000 rows is about 1 MB. */
const PORTION = 5_000;

/** Bytes that hold 5,000 rows of most tables. */
const PORTION_BYTES = 2 * 1024 * 1024;

interface Read extends Portion {
  /** `created_at` and `id` of the last row, as CSV. Null: no row. */
  readonly last: string | null;
}

interface PortionSource {
  readonly columns: readonly Column[];
  /** The tables after `from`. */
  readonly rows: Sql;
  readonly where: Sql;
  /** The alias of the table whose `created_at` and `id` order the rows. */
  readonly key: string;
}

/** Reads rows as CSV, newest first: short portions by key instead of one long snapshot. The next one is read ahead. */
export async function* readPortions({ run }: Pick<Reader, 'run'>, source: PortionSource): AsyncGenerator<Portion> {
  const read = (last: string | null): Promise<Read> => run((database) => readPortion(database, source, last));
  let next: Promise<Read> | undefined = read(null);
  while (next !== undefined) {
    const portion: Read = await next;
    next = portion.rows < PORTION ? undefined : read(portion.last);
    // A download that ends early does not await it.
    next?.catch(() => undefined);
    if (portion.rows > 0) yield portion;
  }
}

/** Reads the rows behind `last`. Their last two columns, the key, are cut from each line. */
async function readPortion(
  database: Reads,
  { columns, rows, where, key }: PortionSource,
  last: string | null,
): Promise<Read> {
  const [at, id] = [raw(`${key}.created_at`), raw(`${key}.id`)];
  const behind = last === null ? sql`true` : sql`(${at}, ${id}) < (${join(last.split(','))})`;
  let csv = Buffer.allocUnsafe(PORTION_BYTES);
  let size = 0;
  let count = 0;
  let lastKey: string | null = null;
  await database.copyLines(
    sql`select ${join(columns.map(cellSql))}, ${at}, ${id} from ${rows}
      where ${where} and ${behind} order by ${at} desc, ${id} desc limit ${PORTION}`,
    (line) => {
      const end = line.lastIndexOf(COMMA, line.lastIndexOf(COMMA) - 1);
      if (size + end + 2 > csv.length) csv = Buffer.concat([csv], 2 * (csv.length + end));
      size += line.copy(csv, size, 0, end);
      size += csv.write('\r\n', size, 'latin1');
      count += 1;
      if (count === PORTION) lastKey = line.toString('latin1', end + 1, line.length - 1);
    },
  );
  return { csv: csv.subarray(0, size), rows: count, last: lastKey };
}

const COMMA = ','.charCodeAt(0);
