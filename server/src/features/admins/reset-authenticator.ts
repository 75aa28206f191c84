import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { transaction, type Database } from '#platform/database/index.ts';
import type { AdminPrincipal } from '#platform/http/index.ts';
import { closeAccess, deleteAuthenticator, holdProof, provePassword } from '#features/auth/index.ts';
import { lockAdmins } from './administrators.repository.ts';
import type { AdminsDeps } from './admins-deps.ts';
import { adminNotFound, type AboutAdmin } from './disable-admin.ts';
import { tellAdmins } from './tell-admins.ts';

/**
 * Back to mailed codes for somebody whose phone and recovery codes are lost. Asks for the own password, and tells every
 * administrator, the owner of the app among them.
 * @throws AppError `conflict` for oneself (that asks for a code), `wrong_state` without an authenticator, `not_found`,
 * `invalid_otp` for a wrong password, `rate_limited`
 */
export async function resetAuthenticator(
  deps: AdminsDeps,
  by: AdminPrincipal,
  { id, password }: AboutAdmin,
  actor: Actor,
): Promise<void> {
  const { database, clock, jobs } = deps;
  const proof = await provePassword(deps, by, password, actor);
  if (id === by.adminId) {
    throw new AppError('conflict', {
      userMessage: 'Remove your own authenticator app under Account, with a code of it.',
    });
  }
  await transaction(database, async (tx) => {
    const now = clock.now();
    const admin = (await lockAdmins(tx)).find((candidate) => candidate.id === id);
    await holdProof(tx, proof, now);
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
    await tellAdmins(tx, jobs, { change: 'authenticator_reset', whom: admin.email, by, actor, at: now });
  });
}

const OPERATOR: Actor = { kind: 'system', id: 'operator', name: 'Operator of the machine' };

/**
 * The way back for somebody whom no other administrator can help, by whoever runs the machine: their sessions end, and
 * their next code comes by mail. The caller mails them.
 * @throws AppError `not_found`; `wrong_state` when they are disabled or use no authenticator app
 */
export async function resetByOperator(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  email: string,
): Promise<{ readonly sessionsEnded: number }> {
  return transaction(database, async (tx) => {
    const admin = (await lockAdmins(tx)).find((candidate) => candidate.email === email);
    if (!admin) throw adminNotFound();
    if (admin.disabled) throw new AppError('wrong_state', { userMessage: 'This administrator is disabled.' });
    if (!(await deleteAuthenticator(tx, admin.id))) {
      throw new AppError('wrong_state', {
        userMessage: 'This administrator uses no authenticator app: their sign-in codes come by mail already.',
      });
    }
    const ended = await closeAccess(tx, admin.id, 'operator', clock.now());
    await writeAudit(tx, {
      actor: OPERATOR,
      action: 'admins.reset-authenticator',
      entityType: 'admin',
      entityId: admin.id,
      before: { secondFactor: 'authenticator', email },
      after: { secondFactor: 'email', ...ended },
    });
    return ended;
  });
}
