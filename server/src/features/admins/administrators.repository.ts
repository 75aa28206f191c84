import type { Administrator } from '@muneem/contract/admins';
import type { Role } from '@muneem/contract/rights';
import { sql, type Queryable, type RowOf, type Tx } from '#platform/database/index.ts';

type AdministratorRow = RowOf<Administrator, 'status' | 'isYou'>;

export async function listAdministrators(q: Queryable, now: Date): Promise<AdministratorRow[]> {
  return q.query<AdministratorRow>(sql`
    select a.id, a.email, a.name, a.role, a.created_at, a.disabled_at,
      s.last_seen_at, coalesce(s.open, 0) as open_sessions,
      exists (select 1 from admin_authenticators t where t.admin_id = a.id and t.confirmed_at is not null) as has_authenticator
    from admins a left join lateral (
      select max(last_seen_at) as last_seen_at, count(*) filter (where ended_at is null and expires_at > ${now}) as open
      from admin_sessions where admin_id = a.id
    ) s on true
    order by a.disabled_at is not null, a.email limit 1000`);
}

export const listNames = (q: Queryable): Promise<string[]> =>
  q.getValue(sql`select array(select name from admins union select email from admins)`);

export interface AdminState {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly disabled: boolean;
  /** The subject of their account at the identity provider. */
  readonly companyAccount: string | null;
}

const STATE = sql`id, email, role, disabled_at is not null as disabled, provider_subject as company_account`;

/** Locks all admins in id order, so that changes of access are serialized. */
export async function lockAdmins(tx: Tx): Promise<AdminState[]> {
  return tx.query<AdminState>(sql`
    select ${STATE} from admins order by id for no key update`);
}

/** Also unbinds their account at the identity provider: the next sign-in there binds the one that then has the address. */
export async function setDisabled(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.execute(sql`
    update admins set disabled_at = ${at}, provider_issuer = null, provider_subject = null where id = ${id}`);
}

export async function setEnabled(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.execute(sql`update admins set disabled_at = null, enabled_at = ${at} where id = ${id}`);
}

export async function setRole(tx: Tx, id: string, role: Role): Promise<void> {
  await tx.execute(sql`update admins set role = ${role} where id = ${id}`);
}

export const findAdminState = (q: Queryable, email: string): Promise<AdminState | null> =>
  q.findOne(sql`
    select ${STATE} from admins where email = ${email}`);
