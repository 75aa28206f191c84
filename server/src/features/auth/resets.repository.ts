import { sql, type Queryable, type Tx } from '#platform/database/index.ts';

export async function insertReset(
  q: Queryable,
  reset: { tokenHash: string; adminId: string; now: Date; expiresAt: Date },
): Promise<void> {
  await q.execute(sql`
    insert into password_resets (token_hash, admin_id, created_at, expires_at)
    values (${reset.tokenHash}, ${reset.adminId}, ${reset.now}, ${reset.expiresAt})`);
}

export async function isResetOpen(q: Queryable, tokenHash: string, now: Date): Promise<boolean> {
  const open = await q.query(sql`
    select 1 from password_resets where token_hash = ${tokenHash} and used_at is null and expires_at > ${now}`);
  return open.length === 1;
}

/** Marks a link as used. @returns its owner, for exactly one caller */
export const consumeReset = (tx: Tx, tokenHash: string, now: Date): Promise<{ adminId: string } | null> =>
  tx.findOne(sql`
    update password_resets set used_at = ${now}
    where token_hash = ${tokenHash} and used_at is null and expires_at > ${now}
    returning admin_id`);

export async function closeResetsOf(tx: Tx, adminId: string, now: Date): Promise<void> {
  await tx.execute(sql`update password_resets set used_at = ${now} where admin_id = ${adminId} and used_at is null`);
}

export async function purgeResets(q: Queryable, before: Date): Promise<number> {
  return q.execute(sql`delete from password_resets where expires_at < ${before}`);
}
