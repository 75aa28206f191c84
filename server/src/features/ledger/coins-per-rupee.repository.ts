import { sql, type Queryable, type Sql, type Tx } from '#platform/database/index.ts';

/** Stores the first value. An existing one stays. @returns the stored value */
export async function storeCoinsPerRupee(tx: Tx, value: number, at: Date): Promise<number> {
  await tx.execute(
    sql`insert into books (coins_per_rupee, since) values (${value}, ${at}) on conflict (only_row) do nothing`,
  );
  return tx.getValue(sql`select coins_per_rupee from books`);
}

/** Waits for credits and holds at the stored value, and blocks new ones. Batches take the lock in `refuse_other_coins_per_rupee`. */
export async function lockCoinsPerRupee(tx: Tx): Promise<number | null> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('coins-per-rupee', 0))`);
  return (
    (await tx.findOne<{ value: number }>(sql`select coins_per_rupee as value from books for update`))?.value ?? null
  );
}

/** Returns whether this value is stored, and blocks changes until the caller's commit. */
export async function isCoinsPerRupee(tx: Tx, assumed: number): Promise<boolean> {
  const [row] = await tx.query<{ value: number }>(sql`select coins_per_rupee as value from books for share`);
  return row === undefined || row.value === assumed;
}

export const saveCoinsPerRupee = (tx: Tx, value: number, at: Date): Promise<number> =>
  tx.execute(sql`update books set coins_per_rupee = ${value}, since = ${at}`);

export const countOpen = (q: Queryable, openHolds: Sql): Promise<number> =>
  q.getValue(sql`select count(*) as count from (${openHolds}) w`);
