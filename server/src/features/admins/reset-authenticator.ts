import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction } from '#platform/database/index.ts';
import { authenticatorMail, deleteAuthenticator } from '#features/auth/index.ts';
import { lockAdmins } from './administrators.repository.ts';
import type { AdminsDeps } from './admins-deps.ts';
import { adminNotFound } from './disable-admin.ts';

/**
 * Back to mailed codes for somebody whose phone and recovery codes are lost; the owner is told by mail.
 * @throws AppError `conflict` for oneself (that asks for a code), `wrong_state` without an authenticator, `not_found`
 */
export async function resetAuthenticator(deps: AdminsDeps, id: string, actor: Actor): Promise<void> {
  if (id === actor.id) {
    throw new AppError('conflict', {
      userMessage: 'Remove your own authenticator app under Account, with a code of it.',
    });
  }
  const email = await transaction(deps.database, async (tx) => {
    const admin = (await lockAdmins(tx)).find((candidate) => candidate.id === id);
    if (!admin) throw adminNotFound();
    if (!(await deleteAuthenticator(tx, id))) {
      throw new AppError('wrong_state', { userMessage: 'This administrator uses no authenticator app.' });
    }
    await writeAudit(tx, {
      actor,
      action: 'admins.reset-authenticator',
      entityType: 'admin',
      entityId: id,
      before: { secondFactor: 'authenticator', email: admin.email },
      after: { secondFactor: 'email' },
    });
    return admin.email;
  });
  deps.mailer.sendLater(authenticatorMail(deps, email, 'removed'));
}
