import { AppError } from '#platform/app-error/index.ts';
import { SYSTEM_ACTORS, writeAudit } from '#platform/audit-log/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { transaction, type Database } from '#platform/database/index.ts';
import { revokeAccess, deleteAuthenticator } from '#features/auth/index.ts';
import { lockAdmins } from './administrators.repository.ts';
import { adminNotFound, type AdminChange } from './change-admin.ts';

/**
 * Returns another admin to mailed codes, after the loss of phone and recovery codes. Mails the owner too.
 * @throws AppError like `changeAdmin`, `wrong_state` without an authenticator app
 */
export const RESET_AUTHENTICATOR: AdminChange = {
  notice: 'authenticator_reset',
  action: 'admins.reset-authenticator',
  selfError: 'Remove your own authenticator app under Account, with one of its codes.',
  work: async (tx, { admin }) => {
    if (!(await deleteAuthenticator(tx, admin.id)))
      throw new AppError(
        'wrong_state',
        'This administrator uses no authenticator app: their sign-in codes come by mail already.',
      );
    return { before: { secondFactor: 'authenticator' }, after: { secondFactor: 'email' } };
  },
};

/**
 * Returns an admin to mailed codes from the server's command line. Ends their sessions, invitations and bulk runs. The
 * caller mails them.
 * @throws AppError `not_found`; `wrong_state` if they are disabled or use no authenticator app
 */
export async function resetByOperator(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  email: string,
): Promise<{ readonly sessionsEnded: number }> {
  return transaction(database, async (tx) => {
    const now = clock.now();
    const all = await lockAdmins(tx);
    const admin = all.find((candidate) => candidate.email === email);
    if (!admin) throw adminNotFound();
    if (admin.disabled) throw new AppError('wrong_state', 'This administrator is disabled.');
    const { before, after } = await RESET_AUTHENTICATOR.work(tx, { admin, all, now });
    const ended = await revokeAccess(tx, admin.id, 'operator', now);
    await writeAudit(tx, SYSTEM_ACTORS.operator, RESET_AUTHENTICATOR.action, ['admin', admin.id], {
      before: { ...before, email },
      after: { ...after, ...ended },
    });
    return ended;
  });
}
