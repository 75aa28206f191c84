import type { UserChange } from '@muneem/contract/users';
import { AppError } from '#platform/app-error/index.ts';
import { changedFields, writeAudit, type Actor } from '#platform/audit-log/index.ts';
import type { Tx } from '#platform/database/index.ts';
import { isSamePerson } from './create-user.ts';
import { userNotFound } from './get-user-details.ts';
import { lockUser, lockUserByReferralCode, updateUser, type UserRow } from './users.repository.ts';

/**
 * Changes and audits a user's name, email address or phone number, in the caller's transaction. No-op if nothing changes.
 * @throws AppError `user_not_found`; `validation_failed` if the address or number is the one of the user's referrer
 */
export async function changeUser(tx: Tx, uid: string, change: UserChange, actor: Actor): Promise<void> {
  const before = await lockUser(tx, uid);
  if (before === null) throw userNotFound(uid);
  await refuseReferrersContact(tx, before, change);
  const after = await updateUser(tx, before.id, change);
  const changed = changedFields(before, after);
  if (Object.keys(changed.after).length > 0) await writeAudit(tx, actor, 'users.update', ['user', uid], changed);
}

/** The same rule as for a new user: an account of the same person refers no one. */
async function refuseReferrersContact(tx: Tx, user: UserRow, { email, phone }: UserChange): Promise<void> {
  if (user.usedReferralCode === null) return;
  const referrer = await lockUserByReferralCode(tx, user.usedReferralCode);
  if (referrer === null) return;
  const message = 'This belongs to the account whose referral code the user used.';
  const fields = Object.fromEntries(
    Object.entries({ email, phone }).flatMap(([field, value]) =>
      isSamePerson({ uid: user.uid, [field]: value }, referrer) ? [[field, message]] : [],
    ),
  );
  if (Object.keys(fields).length > 0) throw new AppError('validation_failed', message, { fields });
}
