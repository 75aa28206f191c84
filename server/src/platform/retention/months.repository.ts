import { raw, sql, type Queryable, type Sql, type Tx } from '#platform/database/index.ts';

/** A calendar month in UTC, as partitions have it. */
export interface Month {
  /** `2026-11` */
  readonly name: string;
  readonly start: Date;
  readonly end: Date;
}

/** A kind of data that is dropped by whole months. */
export interface RetainedKind {
  readonly table: string;
  readonly timeColumn: string;
  /** Age in days at which a month is dropped, counted from its end. 0 keeps all. */
  readonly days: number;
  /** Lists the stored months that ended by `before`, oldest first. */
  readonly months: (q: Queryable, before: Date) => Promise<Month[]>;
  /** Drops everything before the end of this month. */
  readonly drop: (tx: Tx, month: Month) => Promise<void>;
}

const MONTH_NAME = /^\d{4}-\d{2}$/;

function monthOf(name: string): Month {
  if (!MONTH_NAME.test(name)) throw new Error(`not a month: ${name}`);
  const start = new Date(`${name}-01T00:00:00Z`);
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return { name, start, end };
}

/** A table with a partition for each month. */
export const byPartition = (options: Pick<RetainedKind, 'table' | 'timeColumn' | 'days'>): RetainedKind => ({
  ...options,
  months: (q, before) => monthsOfPartitions(q, options.table, before),
  drop: async (tx, { start }) => {
    await tx.query(sql`select drop_monthly_partition(${options.table}, ${start}::date)`);
  },
});

/** The audit log, which has no partitions. */
export const auditLogKind = (days: number): RetainedKind => ({
  table: 'audit_log',
  timeColumn: 'at',
  days,
  async months(q, before) {
    const rows = await q.query<{ name: string }>(sql`
      select to_char(month, 'YYYY-MM') as name
      from (select date_trunc('month', min(at) at time zone 'UTC') as oldest from audit_log) o,
        generate_series(o.oldest, ${before}::timestamptz at time zone 'UTC', '1 month') month
      where exists (select from audit_log where at >= month at time zone 'UTC' and at < (month + interval '1 month') at time zone 'UTC')`);
    return rows.map(({ name }) => monthOf(name)).filter(({ end }) => end <= before);
  },
  drop: async (tx, { end }) => {
    await tx.query(sql`select purge_audit(${end})`);
  },
});

/** Lists the monthly partitions of a table that ended by `before`, oldest first. */
async function monthsOfPartitions(q: Queryable, table: string, before: Date): Promise<Month[]> {
  const rows = await q.query<{ name: string }>(sql`
    select replace(right(c.relname, 7), 'm', '-') as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and c.relname ~ '_y\\d{4}m\\d{2}$' order by 1`);
  return rows.map(({ name }) => monthOf(name)).filter(({ end }) => end <= before);
}

export const rowsOf = (table: string, timeColumn: string, { start, end }: Month): Sql =>
  sql`from ${raw(table)} where ${raw(timeColumn)} >= ${start} and ${raw(timeColumn)} < ${end}`;

export const countRows = (q: Queryable, rows: Sql): Promise<number> => q.getValue(sql`select count(*) as n ${rows}`);

export async function listColumns(q: Queryable, table: string): Promise<string[]> {
  const rows = await q.query<{ name: string }>(sql`
    select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`);
  return rows.map(({ name }) => name);
}

/** Returns the bytes of the rows' text, about the size of the uncompressed archive. */
export const sumBytes = (q: Queryable, rows: Sql): Promise<number> =>
  q.getValue(sql`select coalesce(sum(length(r::text)), 0)::bigint as bytes from (select * ${rows}) r`);
