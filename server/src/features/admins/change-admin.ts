import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction, type Tx } from '#platform/database/index.ts';
import type { AdminPrincipal } from '#platform/http/index.ts';
import { holdProof, provePassword } from '#features/auth/index.ts';
import { lockAdmins, type AdminState } from './administrators.repository.ts';
import type { AdminsDeps } from './admins-deps.ts';
import type { AdminsChange } from './change-mail.ts';
import { tellAdmins } from './tell-admins.ts';

export interface AboutAdmin {
  readonly id: string;
  /** Of whoever does it. */
  readonly password: string;
}

interface LockedAdmins {
  /** Whom it is about. */
  readonly admin: AdminState;
  readonly all: readonly AdminState[];
  readonly now: Date;
}

interface Change {
  readonly told: AdminsChange;
  readonly action: string;
  /** Why nobody does it to themselves; undefined: they may. */
  readonly refuseOneself?: string;
  /** Does it. @returns what the log says besides the address */
  readonly work: (tx: Tx, admins: LockedAdmins) => Promise<{ readonly before: object; readonly after: object }>;
}

/**
 * A change of one administrator by another: asks for the own password, locks all administrators before it looks whether
 * that still counts (of two who change each other at once the second is nobody any more), writes the change down, and
 * tells every administrator.
 * @throws AppError `conflict` for oneself, `not_found`, `invalid_otp` for a wrong password, `rate_limited`
 */
export async function changeAdmin(
  deps: AdminsDeps,
  by: AdminPrincipal,
  { id, password }: AboutAdmin,
  actor: Actor,
  { told, action, refuseOneself, work }: Change,
): Promise<void> {
  const { database, clock, jobs } = deps;
  const proof = await provePassword(deps, by, password, actor);
  if (refuseOneself !== undefined && id === by.adminId) throw new AppError('conflict', { userMessage: refuseOneself });
  await transaction(database, async (tx) => {
    const now = clock.now();
    const all = await lockAdmins(tx);
    await holdProof(tx, proof, now);
    const admin = all.find((candidate) => candidate.id === id);
    if (!admin) throw adminNotFound();
    const { before, after } = await work(tx, { admin, all, now });
    await writeAudit(tx, {
      actor,
      action,
      entityType: 'admin',
      entityId: id,
      before: { ...before, email: admin.email },
      after,
    });
    await tellAdmins(tx, jobs, { change: told, whom: admin.email, by, actor, at: now });
  });
}

export const adminNotFound = (): AppError =>
  new AppError('not_found', { userMessage: 'There is no such administrator.' });
