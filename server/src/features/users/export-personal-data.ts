import { PERSONAL_DATA_ROWS, type PersonalData } from '@muneem/contract/users';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction } from '#platform/database/index.ts';
import type { AdminPrincipal } from '#platform/http/index.ts';
import { requireValidProof, provePassword } from '#features/auth/index.ts';
import type { AboutUser, PersonalDataDependencies } from './erase-user.ts';
import { userNotFound } from './get-user-details.ts';
import { lockAnyUser, readSections } from './personal-data.repository.ts';

/**
 * Reads everything that is stored about one user, also a deleted one. Audited.
 * @throws AppError `user_not_found`; `invalid_otp` for a wrong password
 */
export async function exportPersonalData(
  dependencies: PersonalDataDependencies,
  by: AdminPrincipal,
  { uid, password }: AboutUser,
  actor: Actor,
): Promise<PersonalData> {
  const { database, clock } = dependencies;
  const proof = await provePassword(dependencies, by, password, actor);
  return transaction(database, async (tx) => {
    const now = clock.now();
    await requireValidProof(tx, proof, now);
    const user = await lockAnyUser(tx, uid);
    if (user === null) throw userNotFound(uid);
    const sections = await readSections(tx, user, PERSONAL_DATA_ROWS + 1);
    const cutShort = Object.keys(sections).filter((name) => (sections[name]?.length ?? 0) > PERSONAL_DATA_ROWS);
    for (const name of cutShort) sections[name]?.pop();
    const counts = Object.fromEntries(Object.entries(sections).map(([name, rows]) => [name, rows.length]));
    await writeAudit(tx, actor, 'users.export-personal-data', ['user', uid], { after: { rows: counts } });
    return { uid, exportedAt: now.toISOString(), cutShort, sections };
  });
}
