import { sql, type Queryable, type Tx } from '#platform/database/index.ts';

export interface Authenticator {
  readonly secretSealed: string;
  readonly confirmedAt: Date | null;
  readonly lastStep: number;
}

const COLUMNS = sql`secret_sealed, confirmed_at, last_step`;

export const findAuthenticator = (q: Queryable, adminId: string): Promise<Authenticator | null> =>
  q.findOne(sql`
    select ${COLUMNS} from admin_authenticators where admin_id = ${adminId}`);

/** Locks the row, so codes are checked one at a time and each is accepted once. */
export const lockAuthenticator = (tx: Tx, adminId: string): Promise<Authenticator | null> =>
  tx.findOne(sql`
    select ${COLUMNS} from admin_authenticators where admin_id = ${adminId} for update`);

export const hasAuthenticator = (q: Queryable, adminId: string): Promise<boolean> =>
  q.getValue(sql`
    select exists (select from admin_authenticators where admin_id = ${adminId} and confirmed_at is not null)`);

/** Replaces an unconfirmed secret. @returns false if a confirmed one exists */
export async function saveUnconfirmed(tx: Tx, adminId: string, secretSealed: string, now: Date): Promise<boolean> {
  const saved = await tx.execute(sql`
    insert into admin_authenticators as a (admin_id, secret_sealed, created_at)
    values (${adminId}, ${secretSealed}, ${now})
    on conflict (admin_id) do update set secret_sealed = excluded.secret_sealed, created_at = excluded.created_at, last_step = 0
    where a.confirmed_at is null`);
  return saved === 1;
}

export async function confirmSecret(tx: Tx, adminId: string, step: number, now: Date): Promise<void> {
  await tx.execute(sql`
    update admin_authenticators set confirmed_at = ${now}, last_step = ${step} where admin_id = ${adminId}`);
}

export async function saveLastStep(tx: Tx, adminId: string, step: number): Promise<void> {
  await tx.execute(sql`update admin_authenticators set last_step = ${step} where admin_id = ${adminId}`);
}

/** Also deletes the recovery codes. @returns whether a confirmed app existed */
export async function deleteAuthenticator(tx: Tx, adminId: string): Promise<boolean> {
  const rows = await tx.query<{ confirmed: boolean }>(sql`
    delete from admin_authenticators where admin_id = ${adminId} returning confirmed_at is not null as confirmed`);
  return rows[0]?.confirmed === true;
}

export async function replaceRecoveryCodes(tx: Tx, adminId: string, hashes: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from admin_recovery_codes where admin_id = ${adminId}`);
  await tx.execute(sql`
    insert into admin_recovery_codes (admin_id, code_hash) select ${adminId}, unnest(${hashes}::text[])`);
}

/** @returns true for exactly one caller */
export async function consumeRecoveryCode(tx: Tx, adminId: string, hash: string, now: Date): Promise<boolean> {
  const used = await tx.execute(sql`
    update admin_recovery_codes set used_at = ${now}
    where admin_id = ${adminId} and code_hash = ${hash} and used_at is null`);
  return used === 1;
}

export const countRecoveryCodes = (q: Queryable, adminId: string): Promise<number> =>
  q.getValue(sql`
    select count(*) as left from admin_recovery_codes where admin_id = ${adminId} and used_at is null`);
