import type { Role } from '@muneem/contract/rights';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction, type Tx } from '#platform/database/index.ts';
import type { AdminPrincipal } from '#platform/http/index.ts';
import { requireValidProof, provePassword } from '#features/auth/index.ts';
import { askSecondPerson, onceLimited } from '#features/second-person/index.ts';
import { lockAdmins, type AdminState } from './administrators.repository.ts';
import type { AdminsDependencies } from './admins-dependencies.ts';
import type { AdminsChange } from './change-mail.ts';
import { notifyAdmins } from './notify-admins.ts';

interface AboutAdmin {
  readonly id: string;
  /** The acting admin's password. */
  readonly password: string;
}

interface LockedAdmins {
  /** The affected admin. */
  readonly admin: AdminState;
  readonly all: readonly AdminState[];
  readonly now: Date;
}

export interface AdminChange {
  readonly notice: AdminsChange;
  readonly action: string;
  /** The error for a change of oneself. Undefined: allowed. */
  readonly selfError?: string;
  /** The new role, for the mails. */
  readonly role?: Role;
  /** The act in words, if it needs a second person once a limit is set. */
  readonly needsSecondPerson?: string;
  /** Makes the change. @returns the audit fields besides the address */
  readonly work: (tx: Tx, admins: LockedAdmins) => Promise<{ readonly before: object; readonly after: object }>;
}

/**
 * Changes another admin: asks for the password, locks all admins, audits the change and mails all owners. If
 * two admins disable each other at the same time, the lock lets only the first succeed.
 * @throws AppError `conflict` for oneself, `not_found`, `invalid_otp` for a wrong password, `rate_limited`
 */
export async function changeAdmin(
  dependencies: AdminsDependencies,
  by: AdminPrincipal,
  { id, password }: AboutAdmin,
  actor: Actor,
  { notice, action, selfError, role, needsSecondPerson, work }: AdminChange,
): Promise<void> {
  const { database, clock, jobs } = dependencies;
  // The proposer has proved theirs.
  const proof = actor.confirms ? undefined : await provePassword(dependencies, by, password, actor);
  if (selfError !== undefined && id === by.adminId) throw new AppError('conflict', selfError);
  await transaction(database, async (tx) => {
    const now = clock.now();
    const all = await lockAdmins(tx);
    if (proof) await requireValidProof(tx, proof, now);
    const admin = all.find((candidate) => candidate.id === id);
    if (!admin) throw adminNotFound();
    const { before, after } = await work(tx, { admin, all, now });
    if (needsSecondPerson !== undefined)
      await askSecondPerson(
        tx,
        actor,
        () => onceLimited(tx, 'A change of a role'),
        () => ({
          title: `${needsSecondPerson}: ${admin.email}`,
          record: ['admin', id],
          amountPaise: null,
          facts: { before },
        }),
      );
    await writeAudit(tx, actor, action, ['admin', id], { before: { ...before, email: admin.email }, after });
    await notifyAdmins(tx, jobs, { change: notice, whom: admin.email, role, by, actor, at: now });
  });
}

export const adminNotFound = (): AppError => new AppError('not_found', 'Administrator not found.');
