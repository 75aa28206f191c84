import { sql, type Tx } from '#platform/database/index.ts';

/** Withdraws the open invitations that an admin has sent. @returns their number */
export async function withdrawInvitationsOf(tx: Tx, adminId: string, now: Date): Promise<number> {
  return tx.execute(sql`
    update admin_invitations set withdrawn_at = ${now}
    where invited_by = ${adminId} and used_at is null and withdrawn_at is null`);
}
