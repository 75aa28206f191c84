import type { Client } from 'pg';

/** Public tables and views. A partition follows its table. */
const RELATIONS = `select oid, relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition and relname <> 'schema_migrations'`;
const COLUMNS = `select r.name, a.*, format_type(a.atttypid, a.atttypmod) as type,
    a.atthasdef or a.attidentity <> '' or a.attgenerated <> '' as is_filled
  from r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped`;

/** A running server relies on each of these lines. No line may disappear. */
const PROMISES = `with r as (${RELATIONS}), c as (${COLUMNS})
  select name || ' exists' as line from r
  union select format('%s.%s is %s', name, attname, type) from c
  union select format('%s.%s may be null', name, attname) from c where not attnotnull
  union select format('%s is unique %s', r.name, substring(pg_get_indexdef(indexrelid) from ' USING \\w+ (.*)$'))
    from r join pg_index i on i.indrelid = r.oid and i.indisunique
  union select format('%s returns %s', p.oid::regprocedure, pg_get_function_result(p.oid)) from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype`;

/** The rows that a server writes must satisfy these lines. No line may be added for an existing table. */
const DEMANDS = `with r as (${RELATIONS}), c as (${COLUMNS})
  select name, format('%s.%s must be given', name, attname) as line from c join pg_class k on k.oid = c.attrelid
    where attnotnull and not is_filled and relkind <> 'v'
  union select r.name, format('%s: %s', r.name, pg_get_constraintdef(k.oid)) from r
    join pg_constraint k on k.conrelid = r.oid and k.contype in ('c', 'f', 'x')
  union select r.name, format('%s must be unique %s', r.name, substring(pg_get_indexdef(indexrelid) from ' USING \\w+ (.*)$'))
    from r join pg_index i on i.indrelid = r.oid and i.indisunique`;

/**
 * Applies a migration and lists what breaks a server of the previous version: `offers.title is text` if that column is
 * lost, `offers: CHECK (coins > 0)` if that constraint is new. A migration accepts a line by naming the earlier release
 * whose servers no longer need it: `-- fine since 2.1.0: offers.title is text`.
 * @param version the version that brings the migration
 */
export async function findBreaks(client: Client, text: string, version: string): Promise<string[]> {
  const lines = async (query: string) => (await client.query<{ name?: string; line: string }>(query)).rows;
  const [promised, demanded] = [await lines(PROMISES), await lines(DEMANDS)];
  await client.query(text);
  const kept = new Set((await lines(PROMISES)).map(({ line }) => line));
  const tables = new Set(demanded.map(({ name }) => name));
  const before = new Set(demanded.map(({ line }) => line));
  const accepted = [...text.matchAll(/^-- fine since (\d+\.\d+\.\d+): (.+)$/gm)]
    .filter(([, since = '']) => isEarlier(since, version))
    .map(([, , line = '']) => line);
  const lost = promised.map(({ line }) => line).filter((line) => !kept.has(line));
  const added = (await lines(DEMANDS)).filter(({ name = '', line }) => tables.has(name) && !before.has(line));
  return [...lost.filter((line) => !isPartOfAnother(line, lost)), ...added.map(({ line }) => line)]
    .filter((line) => !accepted.includes(line))
    .toSorted();
}

/** True for a column of a lost table, and for the null of a lost column. */
function isPartOfAnother(line: string, lost: readonly string[]): boolean {
  const [subject = ''] = line.split(' ');
  const [table = ''] = subject.split('.');
  if (!line.endsWith(' exists') && lost.includes(`${table} exists`)) return true;
  return line.startsWith(`${subject} may be `) && lost.some((other) => other.startsWith(`${subject} is `));
}

/** True if a release has an earlier minor version. */
function isEarlier(release: string, version: string): boolean {
  const [major = 0, minor = 0] = release.split('.').map(Number);
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number);
  return major < ownMajor || (major === ownMajor && minor < ownMinor);
}
