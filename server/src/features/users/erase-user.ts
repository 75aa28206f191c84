import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import type { AdminPrincipal } from '#platform/http/index.ts';
import { requireValidProof, provePassword, type PasswordHasher } from '#features/auth/index.ts';
import { deleteLocked, refuseOpenWithdrawal } from './delete-user.ts';
import { userNotFound } from './get-user-details.ts';
import { erasePerson, lockAnyUser } from './personal-data.repository.ts';
import { lockUser } from './users.repository.ts';

export interface PersonalDataDependencies extends Pick<Platform, 'database' | 'clock'> {
  readonly passwords: PasswordHasher;
}

export interface AboutUser {
  readonly uid: string;
  readonly password: string;
}

/**
 * Deletes a user and removes the personal data from every table, in one transaction. Ids, coins and amounts stay.
 * A repeat changes nothing. @returns the time of the first erasure
 * @throws AppError `user_not_found`; `conflict` while a withdrawal is open; `invalid_otp` for a wrong password
 */
export async function eraseUser(
  dependencies: PersonalDataDependencies,
  by: AdminPrincipal,
  { uid, password }: AboutUser,
  actor: Actor,
): Promise<Date> {
  const { database, clock } = dependencies;
  const proof = await provePassword(dependencies, by, password, actor);
  return transaction(database, async (tx) => {
    const now = clock.now();
    await requireValidProof(tx, proof, now);
    const stored = await lockAnyUser(tx, uid);
    if (stored === null) throw userNotFound(uid);
    if (stored.erasedAt !== null) return stored.erasedAt;
    const active = await lockUser(tx, uid);
    if (active === null) await refuseOpenWithdrawal(tx, stored.id);
    else await deleteLocked(tx, active, actor, now);
    const changed = await erasePerson(tx, stored.id, now);
    await writeAudit(tx, actor, 'users.erase', ['user', uid], { after: { changed } });
    return now;
  });
}
