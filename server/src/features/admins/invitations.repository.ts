import type { Invitation } from '@muneem/contract/admins';
import type { Role } from '@muneem/contract/rights';
import { AppError } from '#platform/app-error/index.ts';
import { brokenConstraint, sql, type Queryable, type RowOf, type Tx } from '#platform/database/index.ts';

interface NewInvitation {
  readonly id: string;
  readonly tokenHash: string;
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: string;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Replaces an earlier invitation of the address. @throws AppError `conflict` if another one is created concurrently */
export async function replaceInvitation(tx: Tx, invitation: NewInvitation): Promise<string[]> {
  const { id, tokenHash, email, role, invitedBy, now, expiresAt } = invitation;
  const ended = await tx.query<{ id: string }>(sql`
    update admin_invitations set withdrawn_at = ${now}
    where email = ${email} and used_at is null and withdrawn_at is null returning id`);
  try {
    await tx.execute(sql`
      insert into admin_invitations (id, token_hash, email, role, invited_by, created_at, expires_at)
      values (${id}, ${tokenHash}, ${email}, ${role}, ${invitedBy}, ${now}, ${expiresAt})`);
  } catch (cause) {
    if (brokenConstraint(cause) !== 'admin_invitations_open') throw cause;
    throw new AppError('conflict', 'This email address was just invited. Refresh the list.', { cause });
  }
  return ended.map(({ id }) => id);
}

type OpenInvitation = RowOf<Invitation, 'expired'>;

const OPEN = sql`i.used_at is null and i.withdrawn_at is null`;
/** An invitation is invalid if its sender was disabled while it was being sent. */
const SENDER_IS_ACTIVE = sql`exists (select 1 from admins a where a.id = i.invited_by and a.disabled_at is null)`;
const COLUMNS = sql`
  i.id, i.email, i.role, a.name as invited_by, i.created_at, i.expires_at
  from admin_invitations i join admins a on a.id = i.invited_by`;

/** Includes expired ones, which the list shows as such. */
export async function listOpenInvitations(q: Queryable): Promise<OpenInvitation[]> {
  return q.query<OpenInvitation>(sql`select ${COLUMNS} where ${OPEN} order by i.created_at desc limit 200`);
}

/** Checks the token without using it. */
export async function isInvitationOpen(q: Queryable, tokenHash: string, now: Date): Promise<boolean> {
  const rows = await q.query(sql`
    select 1 from admin_invitations i
    where i.token_hash = ${tokenHash} and ${OPEN} and i.expires_at > ${now} and ${SENDER_IS_ACTIVE}`);
  return rows.length === 1;
}

/** Marks an invitation as used. @returns its address, for exactly one caller */
export const consumeInvitation = (
  tx: Tx,
  tokenHash: string,
  now: Date,
): Promise<{ email: string; role: Role; invitedBy: string } | null> =>
  tx.findOne(sql`
    update admin_invitations i set used_at = ${now}
    where i.token_hash = ${tokenHash} and ${OPEN} and i.expires_at > ${now} and ${SENDER_IS_ACTIVE}
    returning i.email, i.role, i.invited_by`);

/** @returns its address, or null if it was already used or withdrawn */
export const withdrawOpenInvitation = async (q: Queryable, id: string, now: Date): Promise<string | null> =>
  (
    await q.findOne<{ email: string }>(sql`
    update admin_invitations i set withdrawn_at = ${now} where i.id = ${id} and ${OPEN} returning i.email`)
  )?.email ?? null;
