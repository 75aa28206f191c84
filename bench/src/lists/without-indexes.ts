import { sql, type Database } from '@muneem/server/platform/database/index.ts';

/**
 * Fills tables without their indexes, then creates these: adding each row to them takes several times as long. The
 * indexes of constraints stay.
 */
export async function withoutIndexes<Result>(
  database: Database,
  tables: readonly string[],
  fill: () => Promise<Result>,
): Promise<Result> {
  const indexes = await database.query<{ name: string; definition: string }>(sql`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid = any (${tables}::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`);
  for (const { name } of indexes) await database.pool.query(`drop index ${name}`);
  const result = await fill();
  for (const { definition } of indexes)
    await database.pool.query(`set maintenance_work_mem = '512MB'; ${definition.replace(' ON ONLY ', ' ON ')}`);
  return result;
}
