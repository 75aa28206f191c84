import { DEFAULT_REJECT_REASON, type PendingOffer } from '@muneem/contract/offer-claims';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { errorText } from '#lib/api-error.ts';
import { formatCoins } from '#lib/format.ts';
import { useDialogs } from '#ui/dialogs/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { copy } from './offer-claims.copy.ts';
import { decideClaim, refreshClaims } from './offer-claims.queries.ts';

export interface Decisions {
  readonly approve: (claim: PendingOffer) => Promise<void>;
  readonly reject: (claim: PendingOffer) => Promise<void>;
}

/** Approve and reject, each with its question and its answer. */
export function useDecisions(): Decisions {
  const dialogs = useDialogs();
  const queryClient = useQueryClient();
  return useMemo(
    () => ({
      async approve(claim) {
        const coins = formatCoins(claim.coins);
        const approved = await dialogs.confirm({
          text: copy.approving(coins, claim.title),
          details: `${claim.userName} (${claim.userId}). ${copy.approvingNote}`,
          verb: copy.approve,
          failure: copy.processFailed,
          run: () => decideClaim(claim, { approved: true }).finally(() => void refreshClaims(queryClient)),
        });
        if (approved) toast.success(copy.approved(coins, claim.userName));
      },
      async reject(claim) {
        const reason = await dialogs.prompt({
          text: copy.rejecting(claim.title, claim.userName),
          defaultValue: DEFAULT_REJECT_REASON,
          verb: copy.reject,
          danger: true,
          multiline: true,
          validate: (value) => (value.trim() === '' ? copy.reasonMissing : undefined),
        });
        if (reason === undefined) return;
        try {
          await decideClaim(claim, { approved: false, reason });
          toast.success(copy.rejected);
        } catch (error) {
          await dialogs.alert(errorText(error, copy.processFailed));
        } finally {
          void refreshClaims(queryClient);
        }
      },
    }),
    [dialogs, queryClient],
  );
}
