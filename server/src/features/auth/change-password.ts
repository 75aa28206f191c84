import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction } from '#platform/database/index.ts';
import type { AdminPrincipal } from '#platform/http/index.ts';
import { savePassword } from './admins.repository.ts';
import type { AuthDependencies } from './auth-dependencies.ts';
import { requireValidProof, provePassword } from './prove-password.ts';
import { revokeAccess } from './revoke-access.ts';
import { mailOwner } from './security-mail.ts';

/**
 * Changes the password of an admin who knows the current one. Ends all other access: an intruder may have used it.
 * @throws AppError `invalid_otp` for a wrong password, `rate_limited` after five in 15 minutes,
 * `unauthorized` if the session ended meanwhile, `conflict` if the password changed meanwhile
 */
export async function changePassword(
  dependencies: AuthDependencies,
  admin: AdminPrincipal,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  actor: Actor,
): Promise<void> {
  const { database, passwords, clock } = dependencies;
  const proof = await provePassword(dependencies, admin, currentPassword, actor, 'currentPassword');
  const passwordHash = await passwords.hash(newPassword);
  const { adminId, email, sessionId } = admin;
  await transaction(database, async (tx) => {
    const now = clock.now();
    await requireValidProof(tx, proof, now);
    await savePassword(tx, adminId, passwordHash, now);
    const ended = await revokeAccess(tx, adminId, 'from_list', now, sessionId);
    await writeAudit(tx, actor, 'auth.password_changed', ['admin', adminId], { after: ended });
    await mailOwner(tx, dependencies, { to: email, about: 'password_changed' });
  });
}
