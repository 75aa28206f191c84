import { sql, type Queryable } from '#platform/database/index.ts';

/** @returns whether a finished hour was folded */
export async function foldHour(q: Queryable, now: Date): Promise<boolean> {
  const [row] = await q.query<{ isFolded: boolean }>(sql`select fold_conversion_hour(${now}) as is_folded`);
  return row?.isFolded ?? false;
}

/** @returns the number of folded changes */
export async function foldChanges(q: Queryable): Promise<number> {
  const [row] = await q.query<{ changes: number }>(sql`select fold_conversion_changes() as changes`);
  return row?.changes ?? 0;
}
