import type { Role } from '@muneem/contract/rights';
import { SYSTEM_ACTORS, writeAudit } from '#platform/audit-log/index.ts';
import type { Tx } from '#platform/database/index.ts';
import { lockAdmins } from './administrators.repository.ts';
import type { AdminsDependencies } from './admins-dependencies.ts';
import { adminNotFound } from './change-admin.ts';
import { hasOtherOwner, roleChange } from './change-role.ts';
import { notifyAdmins } from './notify-admins.ts';

interface RoleDecision {
  readonly adminId: string;
  readonly role: Role;
  /** The name of the identity provider. */
  readonly provider: string;
  readonly ip: string;
}

/**
 * Creates the function that gives an admin the role of the identity provider, in the transaction of their sign-in: with
 * the audit row and the mails of a change by an owner. The last active owner keeps the role. @returns their role then
 */
export const createAssignRole =
  ({ clock, jobs }: Pick<AdminsDependencies, 'clock' | 'jobs'>) =>
  async (tx: Tx, { adminId, role, provider, ip }: RoleDecision): Promise<Role> => {
    const now = clock.now();
    const all = await lockAdmins(tx);
    const admin = all.find(({ id }) => id === adminId);
    if (!admin) throw adminNotFound();
    if (admin.role === role) return role;
    const actor = { ...SYSTEM_ACTORS.identityProvider, ip };
    const { email } = admin;
    if (admin.role === 'owner' && !hasOtherOwner(all, admin)) {
      await writeAudit(tx, actor, 'admins.keep-last-owner', ['admin', adminId], { after: { email, decided: role } });
      return admin.role;
    }
    const { action, notice, work } = roleChange(role);
    const { before, after } = await work(tx, { admin, all, now });
    await writeAudit(tx, actor, action, ['admin', adminId], { before: { ...before, email }, after });
    await notifyAdmins(tx, jobs, { change: notice, whom: email, role, by: { provider }, actor, at: now });
    return role;
  };
