import type { Right, Role } from '@muneem/contract/rights';
import { sql, type Queryable, type Tx } from '#platform/database/index.ts';

export interface Admin {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly passwordHash: string;
}

/** Finds an admin who may sign in. Skips disabled ones. */
export const findAdminByEmail = (q: Queryable, email: string): Promise<Admin | null> =>
  q.findOne(
    sql`select id, email, name, role, password_hash from admins where email = ${email} and disabled_at is null`,
  );

/** An account at the identity provider. The provider may give its address to another one, its subject never. */
interface CompanyAccount {
  readonly issuer: string;
  readonly subject: string;
}

/**
 * Finds the active admin of an account: the one it has signed in as, else the one with its address.
 * `isTaken`: another account of this provider has signed in as them.
 */
export const findAdminOfAccount = (
  q: Queryable,
  { issuer, subject }: CompanyAccount,
  email: string,
): Promise<{ readonly id: string; readonly isTaken: boolean } | null> =>
  q.findOne(sql`
    select id, coalesce(provider_issuer = ${issuer} and provider_subject <> ${subject}, false) as is_taken from admins
    where disabled_at is null and (email = ${email} or (provider_issuer = ${issuer} and provider_subject = ${subject}))
    order by (provider_issuer = ${issuer} and provider_subject = ${subject}) desc nulls last limit 1`);

/** Binds an admin to an account. The caller has locked all admins. @returns false if either is bound otherwise */
export const bindAccount = async (tx: Tx, adminId: string, { issuer, subject }: CompanyAccount): Promise<boolean> =>
  (await tx.execute(sql`
    update admins set provider_issuer = ${issuer}, provider_subject = ${subject}
    where id = ${adminId} and (provider_issuer is distinct from ${issuer} or provider_subject = ${subject})
      and not exists (
        select from admins where provider_issuer = ${issuer} and provider_subject = ${subject} and id <> ${adminId})`)) ===
  1;

/** Locks all admins in id order until the commit, as a change of access does. @returns this one, if active */
export async function lockAdminsForSignIn(tx: Tx, adminId: string): Promise<Omit<Admin, 'passwordHash'> | null> {
  const all = await tx.query<Omit<Admin, 'passwordHash'> & { readonly active: boolean }>(sql`
    select id, email, name, role, disabled_at is null as active from admins order by id for no key update`);
  return all.find(({ id, active }) => id === adminId && active) ?? null;
}

/** Returns whether this admin is the oldest active owner: the way in when the identity provider is down. */
export const isOldestOwner = (q: Queryable, adminId: string): Promise<boolean> =>
  q.getValue(sql`
    select ${adminId} = (
      select id from admins where disabled_at is null and role = 'owner' order by created_at, id limit 1)`);

/** Locks the session and its admin until the commit, so neither can be ended, disabled or changed meanwhile. */
export const lockSignedIn = (
  tx: Tx,
  adminId: string,
  sessionId: string,
  now: Date,
): Promise<{ readonly passwordHash: string; readonly role: Role } | null> =>
  tx.findOne(sql`
    select a.password_hash, a.role
    from admins a join admin_sessions s on s.admin_id = a.id
    where a.id = ${adminId} and a.disabled_at is null
      and s.id = ${sessionId} and s.ended_at is null and s.expires_at > ${now}
    for no key update`);

/** Locks the admin until the commit. @returns false if they were disabled or their password was changed */
export async function lockAdminWithPassword(tx: Tx, adminId: string, passwordHash: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from admins where id = ${adminId} and disabled_at is null and password_hash = ${passwordHash} for no key update`);
  return rows.length === 1;
}

/** Inserts the first admin, once even if two servers start together. @returns whether it was inserted */
export async function insertFirstAdmin(tx: Tx, admin: Admin, now: Date): Promise<boolean> {
  await tx.execute(sql`lock table admins in share row exclusive mode`);
  return !(await hasAdmin(tx)) && insertAdmin(tx, admin, now);
}

/** Lists the addresses of active admins with a right. The limit bounds the mails of one event. */
export const listEmailsWith = (q: Queryable, { roles }: Right): Promise<string[]> =>
  q.getValue(sql`
    select array(
      select email from admins where disabled_at is null and role = any (${roles}::text[]) order by created_at, email limit 50)`);

export const hasAdmin = (q: Queryable): Promise<boolean> => q.getValue(sql`select exists (select from admins)`);

export const savePassword = (
  tx: Tx,
  adminId: string,
  passwordHash: string,
  now: Date,
): Promise<Pick<Admin, 'id' | 'email' | 'name'>> =>
  tx.getOne(sql`
    update admins set password_hash = ${passwordHash}, password_changed_at = ${now} where id = ${adminId} returning id, email, name`);

/** @returns false if an admin, even a disabled one, already has this address */
export async function insertAdmin(tx: Tx, admin: Admin, now: Date): Promise<boolean> {
  const added = await tx.execute(sql`
    insert into admins (id, email, name, role, password_hash, created_at, password_changed_at)
    values (${admin.id}, ${admin.email}, ${admin.name}, ${admin.role}, ${admin.passwordHash}, ${now}, ${now})
    on conflict (email) do nothing`);
  return added === 1;
}

/** Withdraws the open invitations that an admin has sent. @returns their number */
export async function withdrawInvitationsOf(tx: Tx, adminId: string, now: Date): Promise<number> {
  return tx.execute(sql`
    update admin_invitations set withdrawn_at = ${now}
    where invited_by = ${adminId} and used_at is null and withdrawn_at is null`);
}
