import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction } from '#platform/database/index.ts';
import type { AdminPrincipal } from '#platform/http/index.ts';
import { closeAccess, holdProof, provePassword } from '#features/auth/index.ts';
import { stopRunsOf } from '#features/bulk-runs/index.ts';
import { lockAdmins, setDisabled } from './administrators.repository.ts';
import type { AdminsDeps } from './admins-deps.ts';
import { tellAdmins } from './tell-admins.ts';

export interface AboutAdmin {
  readonly id: string;
  /** Of whoever does it. */
  readonly password: string;
}

/**
 * Ends every session, awaited code and reset link of an administrator, who signs in no more, and the invitations that
 * they sent: nobody leaves a door open behind themselves, and nothing goes on paying in their name. The log keeps it.
 * Asks for the own password, and tells every administrator.
 * @throws AppError `conflict` for oneself and for the last one, `wrong_state` when it was done already, `not_found`,
 * `invalid_otp` for a wrong password, `rate_limited`
 */
export async function disableAdmin(
  deps: AdminsDeps,
  by: AdminPrincipal,
  { id, password }: AboutAdmin,
  actor: Actor,
): Promise<void> {
  const { database, clock, jobs } = deps;
  const proof = await provePassword(deps, by, password, actor);
  if (id === by.adminId) throw new AppError('conflict', { userMessage: 'You cannot disable yourself.' });
  await transaction(database, async (tx) => {
    const now = clock.now();
    const admins = await lockAdmins(tx);
    // Two who disable each other at once: whoever comes second is nobody any more.
    await holdProof(tx, proof, now);
    const admin = admins.find((candidate) => candidate.id === id);
    if (!admin) throw adminNotFound();
    if (admin.disabled) throw new AppError('wrong_state', { userMessage: 'This administrator is disabled already.' });
    if (admins.filter(({ disabled }) => !disabled).length === 1) {
      throw new AppError('conflict', { userMessage: 'The last administrator cannot be disabled.' });
    }
    await setDisabled(tx, id, now);
    const ended = await closeAccess(tx, id, 'disabled', now);
    const runsStopped = await stopRunsOf(tx, id, { reason: 'Its administrator was disabled.', at: now });
    await writeAudit(tx, {
      actor,
      action: 'admins.disable',
      entityType: 'admin',
      entityId: id,
      before: { status: 'active', email: admin.email },
      after: { status: 'disabled', ...ended, runsStopped },
    });
    await tellAdmins(tx, jobs, { change: 'disabled', whom: admin.email, by, actor, at: now });
  });
}

/**
 * Asks for the own password, and tells every administrator.
 * @throws AppError `wrong_state` for an active one, `not_found`, `invalid_otp` for a wrong password, `rate_limited`
 */
export async function enableAdmin(
  deps: AdminsDeps,
  by: AdminPrincipal,
  { id, password }: AboutAdmin,
  actor: Actor,
): Promise<void> {
  const { database, clock, jobs } = deps;
  const proof = await provePassword(deps, by, password, actor);
  await transaction(database, async (tx) => {
    const now = clock.now();
    const admin = (await lockAdmins(tx)).find((candidate) => candidate.id === id);
    await holdProof(tx, proof, now);
    if (!admin) throw adminNotFound();
    if (!admin.disabled) throw new AppError('wrong_state', { userMessage: 'This administrator is active already.' });
    await setDisabled(tx, id, null);
    await writeAudit(tx, {
      actor,
      action: 'admins.enable',
      entityType: 'admin',
      entityId: id,
      before: { status: 'disabled', email: admin.email },
      after: { status: 'active' },
    });
    await tellAdmins(tx, jobs, { change: 'enabled', whom: admin.email, by, actor, at: now });
  });
}

export const adminNotFound = (): AppError =>
  new AppError('not_found', { userMessage: 'There is no such administrator.' });
