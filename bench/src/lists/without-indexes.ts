import { sql, type Database } from '@muneem/server/platform/database/index.ts';

/**
 * Fills tables without their indexes, then creates these, the largest index first and two at a time. Adding each row to
 * them takes several times as long. The indexes of constraints stay.
 */
export async function withoutIndexes<Result>(
  database: Database,
  tables: readonly string[],
  fill: () => Promise<Result>,
): Promise<Result> {
  const indexes = await database.query<{ name: string; definition: string }>(sql`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid = any (${tables}::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
    order by pg_get_indexdef(i.indexrelid) not like '%letters_and_pairs%'`);
  for (const { name } of indexes) await database.pool.query(`drop index ${name}`);
  const result = await fill();
  const waiting = indexes.values();
  const create = async (): Promise<void> => {
    for (const { definition } of waiting)
      await database.pool.query(`set maintenance_work_mem = '512MB'; ${definition.replace(' ON ONLY ', ' ON ')}`);
  };
  await Promise.all([create(), create()]);
  return result;
}
