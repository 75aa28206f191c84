import { AppError } from '#platform/app-error/index.ts';
import { giveBackAttempt, takeAttempt } from '#platform/attempt-window/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction } from '#platform/database/index.ts';
import type { AdminPrincipal } from '#platform/http/index.ts';
import { findAdminByEmail, replacePassword } from './admins.repository.ts';
import { authenticatorLimit, tooManyFailures } from './attempt-limits.ts';
import type { AuthDeps } from './auth-deps.ts';
import { passwordChangedMail } from './auth-mails.ts';
import { deleteChallengesOf } from './challenges.repository.ts';
import { closeResetsOf } from './resets.repository.ts';
import { endOtherSessionsOf, isSessionLive } from './sessions.repository.ts';

/**
 * Sets a new password for whoever knows the current one. Every other session and every reset link ends with it. Checking
 * a password waits in line: what was reset or ended meanwhile stays so.
 * @throws AppError `invalid_otp` for a wrong current password, `rate_limited` after five of them in 15 minutes,
 * `unauthorized` when the session has ended meanwhile, `conflict` when the password was changed meanwhile
 */
export async function changePassword(
  deps: AuthDeps,
  { adminId, email, sessionId }: AdminPrincipal,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  actor: Actor,
): Promise<void> {
  const { database, passwords, clock, mailer } = deps;
  const limit = authenticatorLimit(deps, adminId);
  const waitS = await takeAttempt(database, limit);
  if (waitS !== null) throw tooManyFailures(waitS);
  const account = await findAdminByEmail(database, email);
  if (!account || !(await passwords.verify(account.passwordHash, currentPassword))) {
    throw new AppError('invalid_otp', {
      userMessage: 'That is not your password.',
      fields: { currentPassword: 'That is not your password.' },
    });
  }
  await giveBackAttempt(database, limit.key);
  const passwordHash = await passwords.hash(newPassword);
  await transaction(database, async (tx) => {
    const now = clock.now();
    const isReplaced = await replacePassword(tx, adminId, { checkedHash: account.passwordHash, passwordHash }, now);
    // After the row is ours: what a reset or a disabling ended is seen ended.
    if (!(await isSessionLive(tx, sessionId, now))) {
      throw new AppError('unauthorized', { userMessage: 'Your session has ended. Please sign in again.' });
    }
    if (!isReplaced) {
      throw new AppError('conflict', {
        userMessage: 'Your password was changed in the meantime. Nothing was changed now.',
      });
    }
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
