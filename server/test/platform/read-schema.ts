import type { Client } from 'pg';
import { readMigrations } from '#platform/database/index.ts';

export interface ColumnOfSchema {
  readonly name: string;
  /** PostgreSQL's name of the type: `bigint`, `timestamptz`, `text[]`. */
  readonly type: string;
  readonly nullable: boolean;
  readonly generated: boolean;
  readonly isKey: boolean;
  /** The allowed values of an enum or a check, or null. */
  readonly words: readonly string[] | null;
  /** The referenced table, or null. Without a foreign key it comes from the column's name. */
  readonly refersTo: { readonly table: string; readonly byForeignKey: boolean } | null;
}

export interface TableOfSchema {
  readonly name: string;
  readonly comment: string;
  /** `v` is a view. */
  readonly kind: string;
  readonly columns: readonly ColumnOfSchema[];
}

/** The tables that one migration creates. */
export interface Area {
  readonly title: string;
  readonly tables: readonly TableOfSchema[];
}

const SHORT: Readonly<Record<string, string>> = { 'timestamp with time zone': 'timestamptz' };

/** Reads the tables and views of a migrated database, by the migration that creates them. */
export async function readSchema(client: Client): Promise<Area[]> {
  const { rows } = await client.query<
    Omit<TableOfSchema, 'columns'> & { columns: (ColumnOfSchema & { check: string | null })[] }
  >(`
    select c.relname as name, coalesce(obj_description(c.oid, 'pg_class'), '') as comment, c.relkind as kind,
      (select json_agg(json_build_object(
          'name', a.attname, 'type', format_type(a.atttypid, null), 'nullable', not a.attnotnull,
          'generated', a.attgenerated <> '' or a.attidentity <> '',
          'isKey', coalesce(a.attnum = any (p.conkey), false),
          'words', (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = a.atttypid),
          'check', (select pg_get_constraintdef(k.oid) from pg_constraint k
            where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) ~ 'ANY' limit 1),
          'refersTo', (select json_build_object('table', f.confrelid::regclass::text, 'byForeignKey', true) from pg_constraint f
            where f.conrelid = c.oid and f.contype = 'f' and f.conkey[1] = a.attnum limit 1)
        ) order by a.attnum)
       from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c left join pg_constraint p on p.conrelid = c.oid and p.contype = 'p'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
    order by c.relname`);
  const tables = new Set(rows.map(({ name }) => name));
  const read = rows.map((table) => ({
    ...table,
    columns: table.columns.map(({ check, ...column }) => ({
      ...column,
      type: SHORT[column.type] ?? column.type,
      words: column.words ?? wordsOf(check),
      refersTo: column.refersTo ?? namedAfter(column.name, table.name, tables),
    })),
  }));
  const areas = (await readMigrations()).map(({ name, text }) => ({
    title: name.replace(/^\d+-(.*)\.sql$/, '$1').replaceAll('-', ' '),
    tables: read.filter((table) => creates(text, table.name)),
  }));
  const [first, ...others] = areas;
  const unnamed = read.filter(({ name }) => !areas.some((area) => area.tables.some((table) => table.name === name)));
  return [{ title: first?.title ?? '', tables: [...(first?.tables ?? []), ...unnamed] }, ...others].filter(
    (area) => area.tables.length > 0,
  );
}

const creates = (text: string, name: string): boolean =>
  new RegExp(String.raw`^create (table|view) ${name} `, 'm').test(text);

/** Parses `CHECK ((status = ANY (ARRAY['a'::text, 'b'::text])))`. */
function wordsOf(check: string | null): string[] | null {
  const list = check === null ? null : /^CHECK \(\(\w+ = ANY \(ARRAY\[([^\]]*)\]\)\)\)$/.exec(check)?.[1];
  return list ? [...list.matchAll(/'([^']*)'/g)].map(([, word]) => word ?? '') : null;
}

/** Derives the table from the name: `offer_id` references offers. */
function namedAfter(column: string, own: string, tables: ReadonlySet<string>): ColumnOfSchema['refersTo'] {
  const table = `${column.replace(/_id$/, '')}s`;
  return column.endsWith('_id') && table !== own && tables.has(table) ? { table, byForeignKey: false } : null;
}
