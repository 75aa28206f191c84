import { sql, type Queryable } from '#platform/database/index.ts';

/** @returns whether a finished hour was folded */
export const foldHour = (q: Queryable, now: Date): Promise<boolean> =>
  q.getValue(sql`select fold_conversion_hour(${now}) as is_folded`);

/** @returns the number of folded changes */
export const foldChanges = (q: Queryable): Promise<number> =>
  q.getValue(sql`select fold_conversion_changes() as changes`);
