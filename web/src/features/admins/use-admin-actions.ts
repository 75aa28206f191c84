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
import { errorText } from '#lib/api-error.ts';
import { useDialogs } from '#ui/dialogs/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { copy } from './admins.copy.ts';
import { adminsQuery } from './admins.queries.ts';

/** What can be done with administrators and invitations, each asked for first and told afterwards. */
export function useAdminActions() {
  const dialogs = useDialogs();
  const queryClient = useQueryClient();
  return useMemo(() => {
    const ask = async (
      text: string,
      verb: string,
      call: () => Promise<{ readonly message: string }>,
      danger = true,
    ): Promise<void> => {
      let message = '';
      const done = await dialogs.confirm({
        text,
        verb,
        danger,
        run: async () => void ({ message } = await call()),
        failure: copy.actionFailed,
      });
      if (done) toast.success(message);
      await queryClient.invalidateQueries({ queryKey: adminsQuery().queryKey });
    };
    return {
      disable: ({ id, email }: Administrator) =>
        ask(copy.confirmDisable(email), copy.disable, () => api(disableAdmin, { params: { id } })),
      enable: ({ id, email }: Administrator) =>
        ask(copy.confirmEnable(email), copy.enable, () => api(enableAdmin, { params: { id } }), false),
      resetApp: ({ id, email }: Administrator) =>
        ask(copy.confirmResetApp(email), copy.resetApp, () => api(resetAuthenticator, { params: { id } })),
      withdraw: ({ id, email }: Invitation) =>
        ask(copy.invitations.confirmWithdraw(email), copy.invitations.withdraw, () =>
          api(withdrawInvitation, { params: { id } }),
        ),
      async again({ email }: Invitation): Promise<void> {
        try {
          toast.success((await api(inviteAdmin, { body: { email } })).message);
        } catch (error) {
          toast.error(errorText(error, copy.inviteForm.failed));
        }
        await queryClient.invalidateQueries({ queryKey: adminsQuery().queryKey });
      },
    };
  }, [dialogs, queryClient]);
}

export type AdminActions = ReturnType<typeof useAdminActions>;
