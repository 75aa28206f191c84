import {
  changeRole,
  disableAdmin,
  enableAdmin,
  inviteAdmin,
  resetAuthenticator,
  withdrawInvitation,
  type Administrator,
  type Invitation,
} from '@muneem/contract/admins';
import { api } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { copy } from './admins.copy.ts';
import { adminsQuery } from './admins.queries.ts';
import type { AdminsChange } from './change-modal.tsx';

const INVITING = { busy: copy.inviteForm.busy, failed: copy.inviteForm.failed };
const CHANGING = { busy: copy.busy, failed: copy.actionFailed };

/** The changes that need the admin's own password. */
export const inviting: AdminsChange = {
  ...copy.inviteForm.first,
  ...INVITING,
  asksForEmail: true,
  role: 'owner',
  call: (body) => api(inviteAdmin, { body }),
};

export const invitingAgain = ({ email, role }: Invitation): AdminsChange => ({
  ...copy.inviteForm.again,
  ...INVITING,
  text: copy.inviteForm.again.text(email),
  call: ({ password }) => api(inviteAdmin, { body: { email, role, password } }),
});

export const changingRole = ({ id, email, role: before }: Administrator): AdminsChange => ({
  ...copy.changingRole,
  ...CHANGING,
  text: copy.changingRole.text(email),
  role: before,
  call: ({ role, password }) => api(changeRole, { params: { id }, body: { role, password } }),
});

export const disabling = ({ id, email }: Administrator): AdminsChange => ({
  ...copy.disabling,
  ...CHANGING,
  text: copy.disabling.text(email),
  danger: true,
  call: ({ password }) => api(disableAdmin, { params: { id }, body: { password } }),
});

export const enabling = ({ id, email }: Administrator): AdminsChange => ({
  ...copy.enabling,
  ...CHANGING,
  text: copy.enabling.text(email),
  call: ({ password }) => api(enableAdmin, { params: { id }, body: { password } }),
});

export const resettingApp = ({ id, email }: Administrator): AdminsChange => ({
  ...copy.resetting,
  ...CHANGING,
  text: copy.resetting.text(email),
  danger: true,
  call: ({ password }) => api(resetAuthenticator, { params: { id }, body: { password } }),
});

/** Withdraws an invitation. Needs no password: it only removes access. */
export async function withdraw({ id, email }: Invitation): Promise<void> {
  await dialogs.confirm({
    text: copy.invitations.confirmWithdraw(email),
    verb: copy.invitations.withdraw,
    danger: true,
    run: async () => toast.success((await api(withdrawInvitation, { params: { id } })).message),
    failure: copy.actionFailed,
  });
  await queryClient.invalidateQueries({ queryKey: adminsQuery().queryKey });
}
