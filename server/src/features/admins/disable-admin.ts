import { AppError } from '#platform/app-error/index.ts';
import { revokeAccess } from '#features/auth/index.ts';
import { setDisabled, setEnabled } from './administrators.repository.ts';
import { hasOtherOwner } from './change-role.ts';
import type { AdminChange } from './change-admin.ts';

/**
 * Disables an admin: ends their sessions, codes, reset links, sent invitations and bulk runs, and unbinds their account
 * at the identity provider. Audited.
 * @throws AppError like `changeAdmin`, `conflict` also for the last admin, `wrong_state` if already disabled
 */
export const DISABLE: AdminChange = {
  notice: 'disabled',
  action: 'admins.disable',
  selfError: 'You cannot disable yourself.',
  work: async (tx, { admin, all, now }) => {
    if (admin.disabled) throw new AppError('wrong_state', 'This administrator is already disabled.');
    if (all.filter(({ disabled }) => !disabled).length === 1)
      throw new AppError('conflict', 'The last administrator cannot be disabled.');
    if (!hasOtherOwner(all, admin)) throw new AppError('conflict', 'The last active owner cannot be disabled.');
    await setDisabled(tx, admin.id, now);
    const ended = await revokeAccess(tx, admin.id, 'disabled', now);
    const { companyAccount } = admin;
    return {
      before: { status: 'active', ...(companyAccount === null ? {} : { companyAccount }) },
      after: { status: 'disabled', ...ended },
    };
  },
};

/** @throws AppError like `changeAdmin`, `wrong_state` if already active */
export const ENABLE: AdminChange = {
  notice: 'enabled',
  action: 'admins.enable',
  work: async (tx, { admin, now }) => {
    if (!admin.disabled) throw new AppError('wrong_state', 'This administrator is already active.');
    await setEnabled(tx, admin.id, now);
    return { before: { status: 'disabled' }, after: { status: 'active' } };
  },
};
