import { hasRight, ROLE_NAMES, rights, type Role } from '@muneem/contract/rights';
import { AppError } from '#platform/app-error/index.ts';
import { stopRunsOf } from '#features/bulk-runs/index.ts';
import { withdrawProposalsOf } from '#features/second-person/index.ts';
import { setRole, type AdminState } from './administrators.repository.ts';
import type { AdminChange } from './change-admin.ts';

/** Whether an active owner is left without this admin. */
export const hasOtherOwner = (all: readonly AdminState[], { id }: AdminState): boolean =>
  all.some((other) => other.id !== id && other.role === 'owner' && !other.disabled);

/**
 * Gives another admin a role, which counts from their next request and ends no session. Stops their bulk runs if they
 * may no longer start one.
 * @throws AppError like `changeAdmin`, `wrong_state` if they have this role, `conflict` for the last active owner
 */
export const roleChange = (role: Role): AdminChange => ({
  notice: 'role_changed',
  action: 'admins.change-role',
  selfError: 'You cannot change your own role. Ask another owner.',
  role,
  needsSecondPerson: `Give the role ${ROLE_NAMES[role]}`,
  work: async (tx, { admin, all, now }) => {
    if (admin.role === role)
      throw new AppError('wrong_state', `This administrator has the role ${ROLE_NAMES[role]} already.`);
    if (role !== 'owner' && !hasOtherOwner(all, admin))
      throw new AppError(
        'conflict',
        'The last active owner keeps this role. Make another administrator an owner first.',
      );
    await setRole(tx, admin.id, role);
    const withdrawn = await withdrawProposalsOf(tx, admin.id, admin.id, now, 'The role of the proposer changed.');
    const runsStopped = hasRight(role, rights.startBulkRuns)
      ? 0
      : await stopRunsOf(tx, admin.id, { reason: 'The role of its administrator changed.', at: now });
    return { before: { role: admin.role }, after: { role, runsStopped, proposalsWithdrawn: withdrawn.length } };
  },
});
