import {
  disableAdmin,
  enableAdmin,
  inviteAdmin,
  resetAuthenticator,
  withdrawInvitation,
  type Administrator,
  type Invitation,
} from '@muneem/contract/admins';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '#lib/api.ts';
import { useDialogs } from '#ui/dialogs/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { copy } from './admins.copy.ts';
import { adminsQuery } from './admins.queries.ts';
import type { AdminsChange } from './change-modal.tsx';

/** The actions on administrators and invitations. `ask` asks for the admin's own password first. */
export function useAdminActions(ask: (change: AdminsChange) => void) {
  const dialogs = useDialogs();
  const queryClient = useQueryClient();
  return useMemo(
    () => ({
      invite: () =>
        ask({ ...copy.inviteForm.first, ...INVITING, asksForEmail: true, call: (body) => api(inviteAdmin, { body }) }),
      again: ({ email }: Invitation) =>
        ask({
          ...copy.inviteForm.again,
          ...INVITING,
          text: copy.inviteForm.again.text(email),
          call: ({ password }) => api(inviteAdmin, { body: { email, password } }),
        }),
      disable: ({ id, email }: Administrator) =>
        ask({
          ...copy.disabling,
          ...CHANGING,
          text: copy.disabling.text(email),
          danger: true,
          call: ({ password }) => api(disableAdmin, { params: { id }, body: { password } }),
        }),
      enable: ({ id, email }: Administrator) =>
        ask({
          ...copy.enabling,
          ...CHANGING,
          text: copy.enabling.text(email),
          call: ({ password }) => api(enableAdmin, { params: { id }, body: { password } }),
        }),
      resetApp: ({ id, email }: Administrator) =>
        ask({
          ...copy.resetting,
          ...CHANGING,
          text: copy.resetting.text(email),
          danger: true,
          call: ({ password }) => api(resetAuthenticator, { params: { id }, body: { password } }),
        }),
      /** Needs no password: it only removes access. */
      async withdraw({ id, email }: Invitation): Promise<void> {
        let message = '';
        const done = await dialogs.confirm({
          text: copy.invitations.confirmWithdraw(email),
          verb: copy.invitations.withdraw,
          danger: true,
          run: async () => void ({ message } = await api(withdrawInvitation, { params: { id } })),
          failure: copy.actionFailed,
        });
        if (done) toast.success(message);
        await queryClient.invalidateQueries({ queryKey: adminsQuery().queryKey });
      },
    }),
    [ask, dialogs, queryClient],
  );
}

const INVITING = { busy: copy.inviteForm.busy, failed: copy.inviteForm.failed };
const CHANGING = { busy: copy.busy, failed: copy.actionFailed };

export type AdminActions = ReturnType<typeof useAdminActions>;
