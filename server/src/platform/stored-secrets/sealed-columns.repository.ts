import { raw, sql, type Tx } from '#platform/database/index.ts';

/** A column with secrets that APP_SECRET encrypts. Each feature lists its own. */
export interface SealedColumn {
  readonly table: string;
  /** The primary key. */
  readonly key: string;
  readonly column: string;
  readonly purpose: (id: string) => string;
}

interface SealedRow {
  readonly id: string;
  readonly sealed: string;
}

/** Locks the next rows of a column in the order of their keys. A save waits until they are encrypted again. */
export const lockSealed = (
  tx: Tx,
  { table, key, column }: SealedColumn,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<SealedRow[]> =>
  tx.query<SealedRow>(sql`
    select ${raw(key)}::text as id, ${raw(column)} as sealed from ${raw(table)}
    where ${raw(column)} is not null and ${raw(key)}::text > ${after}
    order by ${raw(key)}::text limit ${limit} for update`);

export async function saveSealed(
  tx: Tx,
  { table, key, column }: SealedColumn,
  { id, sealed }: SealedRow,
): Promise<void> {
  await tx.execute(sql`update ${raw(table)} set ${raw(column)} = ${sealed} where ${raw(key)}::text = ${id}`);
}
