import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction } from '#platform/database/index.ts';
import type { AdminPrincipal } from '#platform/http/index.ts';
import { savePassword } from './admins.repository.ts';
import type { AuthDeps } from './auth-deps.ts';
import { passwordChangedMail } from './auth-mails.ts';
import { deleteChallengesOf } from './challenges.repository.ts';
import { holdProof, provePassword } from './prove-password.ts';
import { closeResetsOf } from './resets.repository.ts';
import { endOtherSessionsOf } from './sessions.repository.ts';

/**
 * Sets a new password for whoever knows the current one. Every other session and every reset link ends with it. Checking
 * a password waits in line: what was reset or ended meanwhile stays so.
 * @throws AppError `invalid_otp` for a wrong current password, `rate_limited` after five of them in 15 minutes,
 * `unauthorized` when the session has ended meanwhile, `conflict` when the password was changed meanwhile
 */
export async function changePassword(
  deps: AuthDeps,
  admin: AdminPrincipal,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  actor: Actor,
): Promise<void> {
  const { database, passwords, clock, mailer } = deps;
  const proof = await provePassword(deps, admin, currentPassword, actor, 'currentPassword');
  const passwordHash = await passwords.hash(newPassword);
  const { adminId, email, sessionId } = admin;
  await transaction(database, async (tx) => {
    const now = clock.now();
    await holdProof(tx, proof, now);
    await savePassword(tx, adminId, passwordHash, now);
    await closeResetsOf(tx, adminId, now);
    await deleteChallengesOf(tx, adminId);
    const sessionsEnded = await endOtherSessionsOf(tx, adminId, sessionId, now);
    await writeAudit(tx, {
      actor,
      action: 'auth.password_changed',
      entityType: 'admin',
      entityId: adminId,
      after: { sessionsEnded },
    });
  });
  mailer.sendLater(passwordChangedMail(deps, email));
}
