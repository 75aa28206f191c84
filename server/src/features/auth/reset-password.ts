import { INVALID_RESET_LINK_TEXT } from '@muneem/contract/auth';
import { AppError } from '#platform/app-error/index.ts';
import { resetAttempts } from '#platform/rate-limit/index.ts';
import { writeAudit } from '#platform/audit-log/index.ts';
import { hashToken } from '#platform/crypto/index.ts';
import { transaction } from '#platform/database/index.ts';
import { savePassword } from './admins.repository.ts';
import { resetMailLimit } from './attempt-limits.ts';
import type { AuthDependencies, Origin } from './auth-dependencies.ts';
import { revokeAccess } from './revoke-access.ts';
import { consumeReset, isResetOpen } from './resets.repository.ts';
import { mailOwner } from './security-mail.ts';

/**
 * Sets a new password with a reset link's token.
 * Ends the admin's links, sessions, codes, sent invitations and bulk runs in the same transaction.
 * @throws AppError `invalid_reset_link` for an unknown, used or expired token
 */
export async function resetPassword(
  dependencies: AuthDependencies,
  { token, newPassword }: { token: string; newPassword: string },
  { actor }: Origin,
): Promise<void> {
  const { database, clock, passwords } = dependencies;
  const tokenHash = hashToken(token);
  // Before the expensive hash, so that invalid tokens are cheap.
  if (!(await isResetOpen(database, tokenHash, clock.now()))) throw invalidLink();
  const passwordHash = await passwords.hash(newPassword);
  await transaction(database, async (tx) => {
    const now = clock.now();
    const reset = await consumeReset(tx, tokenHash, now);
    if (!reset) throw invalidLink();
    const changed = await savePassword(tx, reset.adminId, passwordHash, now);
    // The mailed links are closed, so the mail limit restarts.
    await resetAttempts(tx, resetMailLimit(dependencies, changed.email).key);
    const ended = await revokeAccess(tx, changed.id, 'password_reset', now);
    await writeAudit(tx, { ...actor, name: changed.email }, 'auth.password_reset', ['admin', changed.id], {
      after: ended,
    });
    await mailOwner(tx, dependencies, { to: changed.email, about: 'password_changed' });
  });
}

const invalidLink = (): AppError => new AppError('invalid_reset_link', INVALID_RESET_LINK_TEXT);
