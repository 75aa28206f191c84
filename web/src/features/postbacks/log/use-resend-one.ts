import { resendDelivery, type Delivery } from '@muneem/contract/custom-postbacks';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '#lib/api.ts';
import { errorText } from '#lib/api-error.ts';
import { useDialogs } from '#ui/dialogs/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { refreshCustomPostbacks } from '../postbacks.queries.ts';
import { copy } from './log.copy.ts';

const words = copy.outbound;

/** Sends one delivery again. Confirms first if it was delivered: the company gets it twice. */
export function useResendOne(): (row: Delivery) => Promise<void> {
  const dialogs = useDialogs();
  const queryClient = useQueryClient();
  return useCallback(
    async (row) => {
      if (row.status === 'delivered' && !(await dialogs.confirm(words.again))) return;
      try {
        toast.success((await api(resendDelivery, { params: { id: row._id } })).message);
      } catch (error) {
        toast.error(errorText(error, words.resendFailed));
      } finally {
        void refreshCustomPostbacks(queryClient);
      }
    },
    [dialogs, queryClient],
  );
}
