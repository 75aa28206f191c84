import { AppError } from '#platform/app-error/index.ts';
import type { Actor } from '#platform/audit-log/index.ts';
import type { AdminPrincipal } from '#platform/http/index.ts';
import { revokeAccess } from '#features/auth/index.ts';
import { setDisabled } from './administrators.repository.ts';
import type { AdminsDependencies } from './admins-dependencies.ts';
import { changeAdmin, type AboutAdmin } from './change-admin.ts';

/**
 * Disables an admin: ends their sessions, codes, reset links, sent invitations and bulk runs. Audited.
 * @throws AppError like `changeAdmin`, `conflict` also for the last admin, `wrong_state` if already disabled
 */
export const disableAdmin = (
  dependencies: AdminsDependencies,
  by: AdminPrincipal,
  about: AboutAdmin,
  actor: Actor,
): Promise<void> =>
  changeAdmin(dependencies, by, about, actor, {
    notice: 'disabled',
    action: 'admins.disable',
    selfError: 'You cannot disable yourself.',
    work: async (tx, { admin, all, now }) => {
      if (admin.disabled) throw new AppError('wrong_state', 'This administrator is already disabled.');
      if (all.filter(({ disabled }) => !disabled).length === 1)
        throw new AppError('conflict', 'The last administrator cannot be disabled.');
      await setDisabled(tx, admin.id, now);
      const ended = await revokeAccess(tx, admin.id, 'disabled', now);
      return { before: { status: 'active' }, after: { status: 'disabled', ...ended } };
    },
  });

/** @throws AppError like `changeAdmin`, `wrong_state` if already active */
export const enableAdmin = (
  dependencies: AdminsDependencies,
  by: AdminPrincipal,
  about: AboutAdmin,
  actor: Actor,
): Promise<void> =>
  changeAdmin(dependencies, by, about, actor, {
    notice: 'enabled',
    action: 'admins.enable',
    work: async (tx, { admin }) => {
      if (!admin.disabled) throw new AppError('wrong_state', 'This administrator is already active.');
      await setDisabled(tx, admin.id, null);
      return { before: { status: 'disabled' }, after: { status: 'active' } };
    },
  });
