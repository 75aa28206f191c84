import { raiseCacheVersion, sql, type Queryable, type Tx } from '#platform/database/index.ts';

/** A restore that no operator has confirmed. */
export interface OpenRestore {
  readonly restoredAt: Date;
  /** The restored second. Later payments are unknown to this copy. */
  readonly restoredTo: Date;
}

/** Returns the earliest restored second if an operator must confirm, or null. */
export async function findOpenRestore(q: Queryable): Promise<OpenRestore | null> {
  const [row] = await q.query<{ restoredAt: Date | null; restoredTo: Date | null }>(sql`
    select min(restored_at) as restored_at, min(restored_to) as restored_to from restores where confirmed_at is null`);
  const { restoredAt = null, restoredTo = null } = row ?? {};
  return restoredAt === null || restoredTo === null ? null : { restoredAt, restoredTo };
}

/** Ends the hold on every server. Only the owner of the tables may. */
export async function confirmRestores(tx: Tx, confirmation: string): Promise<void> {
  await tx.execute(sql`
    update restores set confirmed_at = ${tx.now}, confirmation = ${confirmation} where confirmed_at is null`);
  await raiseCacheVersion(tx, 'restores');
}

/** See `mark_restored` in the migrations. */
export async function markRestored(q: Queryable, restoredTo: Date): Promise<void> {
  await q.query(sql`select mark_restored(${restoredTo})`);
}
