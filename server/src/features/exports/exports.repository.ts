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

interface NewExport {
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
  return tx.getValue(sql`
    select count(*) from exports
    where admin_id = ${adminId} and status = 'running' and seen_at > ${now}::timestamptz - make_interval(secs => ${SILENT_S})`);
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
/** Portions that are read at once: one for each processor that an export may use. */
const AT_ONCE = 2;
/**
 * Bytes of the first buffer. Each later one is a tenth larger than the last portion: with buffers of twice that size the
 * server spent a third of its time on garbage collection.
 */
const FIRST_BYTES = 1024 * 1024;

interface PortionSource {
  readonly columns: readonly Column[];
  /** The table and its alias: `conversions c`. */
  readonly table: Sql;
  /** Joins further tables. @param rows the portion's rows, as they stand after `from`: `conversions c where …` */
  readonly joinsOf: (rows: Sql) => Sql;
  readonly where: Sql;
  /** The alias of the table whose `created_at` and `id` order the rows. */
  readonly key: string;
}

/** `created_at` and `id` of a row, as texts. */
type RowKey = readonly [string, string];

/** Reads rows as CSV, newest first: short portions by key instead of one long snapshot. */
export async function* readPortions({ run }: Pick<Reader, 'run'>, source: PortionSource): AsyncGenerator<Portion> {
  const reads: Promise<Portion>[] = [];
  let behind: RowKey | null = null;
  let bytes = FIRST_BYTES;
  for (let isWhole = false; ;) {
    while (!isWhole && reads.length < AT_ONCE) {
      const range: { behind: RowKey | null; last: RowKey | null } = { behind, last: null };
      range.last = behind = await run((database) => findLast(database, source, range.behind));
      isWhole = behind === null;
      const read = run((database) => readPortion(database, source, range, bytes));
      // A download that ends early does not await it.
      read.catch(() => undefined);
      reads.push(read);
    }
    const portion = await reads.shift();
    if (portion === undefined) return;
    bytes = Math.ceil(1.1 * portion.csv.length);
    if (portion.rows > 0) yield portion;
  }
}

/** Compares a row's key. The plain comparison of times lets PostgreSQL leave out partitions. */
const keyIs = ({ key }: PortionSource, as: '<' | '>=', row: RowKey | null): Sql =>
  row === null
    ? sql`true`
    : sql`${raw(`${key}.created_at ${as === '<' ? '<=' : '>='}`)} ${row[0]} and ${raw(`(${key}.created_at, ${key}.id) ${as}`)} (${join(row)})`;

/** Finds the key of the last row of a portion. Null if the rest is shorter. */
async function findLast(database: Reads, source: PortionSource, behind: RowKey | null): Promise<RowKey | null> {
  const { table, where, key } = source;
  const [at, id] = [raw(`${key}.created_at`), raw(`${key}.id`)];
  const [last] = await database.query<{ at: string; id: string }>(sql`
    select ${at}::text as at, ${id}::text as id from ${table}
    where ${where} and ${keyIs(source, '<', behind)} order by ${at} desc, ${id} desc limit 1 offset ${PORTION - 1}`);
  return last ? [last.at, last.id] : null;
}

async function readPortion(
  database: Reads,
  source: PortionSource,
  { behind, last }: { readonly behind: RowKey | null; readonly last: RowKey | null },
  bytes: number,
): Promise<Portion> {
  const { columns, table, joinsOf, where, key } = source;
  const isIn = sql`${where} and ${keyIs(source, '<', behind)} and ${keyIs(source, '>=', last)}`;
  let csv = Buffer.allocUnsafe(bytes);
  let size = 0;
  let count = 0;
  await database.copyLines(
    sql`select ${join(columns.map(cellSql))} from ${table} ${joinsOf(sql`${table} where ${isIn}`)}
      where ${isIn} order by ${raw(`${key}.created_at desc, ${key}.id desc`)}`,
    (line) => {
      const end = line.length - 1;
      if (size + end + 2 > csv.length) csv = Buffer.concat([csv], 2 * (csv.length + end));
      size += line.copy(csv, size, 0, end);
      // Half the time of `write`.
      csv[size++] = 13;
      csv[size++] = 10;
      count += 1;
    },
  );
  return { csv: csv.subarray(0, size), rows: count };
}
