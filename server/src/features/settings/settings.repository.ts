import type { WithdrawalFlagKind } from '@muneem/contract/withdrawals';
import { sql, type Queryable, type Row, type Tx } from '#platform/database/index.ts';

export type SettingsRow = Omit<Row<'settings'>, 'singleton'> & { autoPayoutFlags: WithdrawalFlagKind[] };

type CodeRow = Pick<Row<'settings_codes'>, 'id' | 'codeHash' | 'failures'>;

export const findSettings = (database: Queryable): Promise<SettingsRow | null> =>
  database.findOne(sql`select * from settings`);

/** Returns the configured system name, or null before the first start. */
export async function findSystemName(q: Queryable): Promise<string | null> {
  return (await findSettings(q))?.systemName ?? null;
}

export const lockSettings = (tx: Tx): Promise<SettingsRow> => tx.getOne(sql`select * from settings for update`);

/** Creates the row on the first start, unless another server did. */
export async function insertSettings(
  database: Queryable,
  first: { securityTokenSealed: string; domain: string; systemName: string; adminEmail: string },
): Promise<void> {
  await database.execute(sql`
    insert into settings (security_token_sealed, domain, system_name, admin_email)
    values (${first.securityTokenSealed}, ${first.domain}, ${first.systemName}, ${first.adminEmail})
    on conflict do nothing`);
}

export const updateSettingsRow = (
  tx: Tx,
  row: Omit<SettingsRow, 'version' | 'updatedAt' | 'setUpDismissedAt'>,
): Promise<SettingsRow> =>
  tx.getOne(sql`
    update settings set
      security_token_sealed = ${row.securityTokenSealed},
      old_security_token_sealed = ${row.oldSecurityTokenSealed}, old_security_token_until = ${row.oldSecurityTokenUntil},
      domain = ${row.domain}, system_name = ${row.systemName},
      admin_email = ${row.adminEmail}, bulkpe_api_key_sealed = ${row.bulkpeApiKeySealed},
      auto_payout_enabled = ${row.autoPayoutEnabled}, auto_payout_flags = ${row.autoPayoutFlags},
      auto_payout_user_limit_rupees = ${row.autoPayoutUserLimitRupees},
      auto_payout_day_limit_rupees = ${row.autoPayoutDayLimitRupees},
      second_person_withdrawal_rupees = ${row.secondPersonWithdrawalRupees},
      second_person_day_rupees = ${row.secondPersonDayRupees},
      second_person_run_rupees = ${row.secondPersonRunRupees},
      second_person_manual_day_rupees = ${row.secondPersonManualDayRupees},
      version = version + 1, updated_at = ${tx.now}
    returning *`);

/** Serializes one admin's codes: they are counted and replaced under this lock. */
export async function lockCodesOf(tx: Tx, adminId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`settings-codes:${adminId}`}, 0))`);
}

export const countRecentCodes = (tx: Tx, adminId: string, since: Date): Promise<{ codes: number; failures: number }> =>
  tx.getOne(sql`
    select count(*) as codes, coalesce(sum(failures), 0)::bigint as failures
    from settings_codes where admin_id = ${adminId} and created_at > ${since}`);

/** Stores a new code. Invalidates the admin's older codes and their tokens. */
export async function insertCode(
  tx: Tx,
  code: {
    adminId: string;
    changeHash: string;
    settingsVersion: number;
    codeHash: string;
    createdAt: Date;
    expiresAt: Date;
  },
): Promise<number> {
  await tx.execute(sql`
    update settings_codes set superseded_at = ${code.createdAt}
    where admin_id = ${code.adminId} and superseded_at is null and used_at is null`);
  return tx.getValue(sql`
    insert into settings_codes (admin_id, change_hash, settings_version, code_hash, created_at, expires_at)
    values (${code.adminId}, ${code.changeHash}, ${code.settingsVersion}, ${code.codeHash}, ${code.createdAt}, ${code.expiresAt})
    returning id`);
}

/** Deletes a code whose mail failed, so that it is not the newest. */
export async function deleteCode(database: Queryable, id: number): Promise<void> {
  await database.execute(sql`delete from settings_codes where id = ${id} and token_hash is null`);
}

/** Locks the admin's newest valid code, so that guesses are checked one at a time. */
export const lockUsableCode = (tx: Tx, adminId: string, now: Date): Promise<CodeRow | null> =>
  tx.findOne(sql`
    select id, code_hash, failures from settings_codes
    where admin_id = ${adminId} and superseded_at is null and token_hash is null and expires_at > ${now}
    order by created_at desc, id desc limit 1 for update`);

export async function countCodeFailure(tx: Tx, id: number): Promise<void> {
  await tx.execute(sql`update settings_codes set failures = failures + 1 where id = ${id}`);
}

export async function turnCodeIntoToken(tx: Tx, id: number, tokenHash: string, expiresAt: Date): Promise<void> {
  await tx.execute(sql`
    update settings_codes set token_hash = ${tokenHash}, token_expires_at = ${expiresAt} where id = ${id}`);
}

/** Marks a token as used. @returns the hash of its change, once */
export const useToken = (
  tx: Tx,
  { tokenHash, adminId, now }: { tokenHash: string; adminId: string; now: Date },
): Promise<{ changeHash: string; settingsVersion: number } | null> =>
  tx.findOne(sql`
    update settings_codes set used_at = ${now}
    where token_hash = ${tokenHash} and admin_id = ${adminId} and used_at is null and superseded_at is null
      and token_expires_at > ${now}
    returning change_hash, settings_version`);
