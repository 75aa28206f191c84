import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction } from '#platform/database/index.ts';
import { closeAccess } from '#features/auth/index.ts';
import { stopRunsOf } from '#features/bulk-runs/index.ts';
import { lockAdmins, setDisabled } from './administrators.repository.ts';
import type { AdminsDeps } from './admins-deps.ts';
import { withdrawInvitationsOf } from './invitations.repository.ts';

/**
 * Ends every session, awaited code and reset link of an administrator, who signs in no more, and the invitations that
 * they sent: nobody leaves a door open behind themselves, and nothing goes on paying in their name. The log keeps it.
 * @throws AppError `conflict` for oneself and for the last one, `wrong_state` when it was done already, `not_found`
 */
export async function disableAdmin({ database, clock }: AdminsDeps, id: string, actor: Actor): Promise<void> {
  if (id === actor.id) throw new AppError('conflict', { userMessage: 'You cannot disable yourself.' });
  await transaction(database, async (tx) => {
    const admins = await lockAdmins(tx);
    // Two who disable each other at once: whoever comes second is nobody any more.
    if (admins.find((admin) => admin.id === actor.id)?.disabled !== false) {
      throw new AppError('unauthorized', { userMessage: 'Your session has ended. Please sign in again.' });
    }
    const admin = admins.find((candidate) => candidate.id === id);
    if (!admin) throw adminNotFound();
    if (admin.disabled) throw new AppError('wrong_state', { userMessage: 'This administrator is disabled already.' });
    if (admins.filter(({ disabled }) => !disabled).length === 1) {
      throw new AppError('conflict', { userMessage: 'The last administrator cannot be disabled.' });
    }
    const now = clock.now();
    await setDisabled(tx, id, now);
    const sessionsEnded = await closeAccess(tx, id, 'disabled', now);
    const invitationsEnded = await withdrawInvitationsOf(tx, id, now);
    const runsStopped = await stopRunsOf(tx, id, { reason: 'Its administrator was disabled.', at: now });
    await writeAudit(tx, {
      actor,
      action: 'admins.disable',
      entityType: 'admin',
      entityId: id,
      before: { status: 'active', email: admin.email },
      after: { status: 'disabled', sessionsEnded, invitationsEnded, runsStopped },
    });
  });
}

/** @throws AppError `wrong_state` for an active one, `not_found` */
export async function enableAdmin({ database }: AdminsDeps, id: string, actor: Actor): Promise<void> {
  await transaction(database, async (tx) => {
    const admin = (await lockAdmins(tx)).find((candidate) => candidate.id === id);
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
  });
}

export const adminNotFound = (): AppError =>
  new AppError('not_found', { userMessage: 'There is no such administrator.' });
