import type { Client } from 'pg';
import { readMigrations, readSchema as readScripts } from '#platform/database/index.ts';

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

export interface CodeOfSchema {
  readonly kind: string;
  readonly name: string;
  /** The first sentence above it, or for a trigger the statements that run its function. */
  readonly comment: string;
}

/** The tables that one migration creates, and the functions, views and triggers of the same feature. */
export interface Area {
  readonly title: string;
  readonly tables: readonly TableOfSchema[];
  readonly code: readonly CodeOfSchema[];
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
  const files = new Map((await readScripts()).map(({ name, text }) => [name.replace('.sql', ''), text]));
  const migrations = (await readMigrations()).map(({ name, text }) => [name.replace(/^\d+-(.*)\.sql$/, '$1'), text]);
  const texts = new Map(migrations as [string, string][]);
  const areas = [...new Set([...texts.keys(), ...files.keys()])].map((feature) => ({
    title: feature.replaceAll('-', ' '),
    tables: read.filter(({ name }) => creates(`${texts.get(feature) ?? ''}\n${files.get(feature) ?? ''}`, name)),
    code: codeOf(files.get(feature) ?? ''),
  }));
  const [first, ...others] = areas;
  const unnamed = read.filter(({ name }) => !areas.some((area) => area.tables.some((table) => table.name === name)));
  return [{ ...first!, tables: [...first!.tables, ...unnamed] }, ...others].filter(
    ({ tables, code }) => tables.length + code.length > 0,
  );
}

const CODE = /^((?:-- .*\n)*)create or replace (function|view|trigger) (\w+)([^;]*)/gm;
const TRIGGER = /^\s+(.*? on \w+)[^]*execute function (\w+)/;

const codeOf = (text: string): CodeOfSchema[] =>
  [...text.matchAll(CODE)].map(([, above = '', kind = '', name = '', rest = '']) => {
    const [, when, run] = kind === 'trigger' ? (TRIGGER.exec(rest) ?? []) : [];
    const sentence =
      above
        .replaceAll(/^-- /gm, '')
        .replaceAll('\n', ' ')
        .trim()
        .split(/(?<=\.) /)[0] ?? '';
    return { kind, name, comment: run === undefined ? sentence : `${when}: \`${run}\`` };
  });

const creates = (text: string, name: string): boolean =>
  new RegExp(String.raw`^create (table|or replace view) ${name} `, 'm').test(text);

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
