import { DEFAULT_REJECT_REASON, type PendingOffer } from '@muneem/contract/offer-claims';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callAndFindOut, type Tell } from '#lib/find-outcome.ts';
import { formatCoins } from '#lib/format.ts';
import { useDialogs } from '#ui/dialogs/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { copy } from './offer-claims.copy.ts';
import { decideClaim, dropClaim, findVerdict, refreshClaims } from './offer-claims.queries.ts';

export interface Decisions {
  /** `byKey`: the approval started with the row key. Enter then confirms it. */
  readonly approve: (claim: PendingOffer, byKey?: boolean) => Promise<void>;
  readonly reject: (claim: PendingOffer) => Promise<void>;
}

const approvedText = ({ coins, userName }: PendingOffer, credited: number): string =>
  credited === coins
    ? copy.approved(formatCoins(coins), userName)
    : copy.approvedRest(formatCoins(credited), userName, formatCoins(coins));

/** Approves and rejects claims, each with a confirmation and a result. */
export function useDecisions(): Decisions {
  const dialogs = useDialogs();
  const queryClient = useQueryClient();
  return useMemo(() => {
    const decide = async (
      claim: PendingOffer,
      verdict: { readonly approved: boolean; readonly reason?: string },
      { tell, done }: { readonly tell: Tell; readonly done: (credited: number) => string },
    ): Promise<void> => {
      try {
        const { coins } = await callAndFindOut<{ readonly coins: number }>({
          call: () => decideClaim(claim, verdict),
          find: () => findVerdict(claim, verdict.approved),
          tell,
          unknown: copy.outcomeUnknown,
          notDone: copy.notDone,
        });
        dropClaim(queryClient, claim.id);
        toast.success(done(coins));
      } finally {
        void refreshClaims(queryClient);
      }
    };
    return {
      async approve(claim, byKey = false) {
        const coins = formatCoins(claim.coins);
        await dialogs.confirm({
          text: copy.approving(coins, claim.title),
          details: `${claim.userName} (${claim.userId}). ${copy.approvingNote}`,
          verb: copy.approve,
          focus: byKey ? 'verb' : 'cancel',
          failure: copy.processFailed,
          run: (tell) => decide(claim, { approved: true }, { tell, done: (credited) => approvedText(claim, credited) }),
        });
      },
      async reject(claim) {
        await dialogs.prompt({
          text: copy.rejecting(claim.title, claim.userName),
          defaultValue: DEFAULT_REJECT_REASON,
          verb: copy.reject,
          danger: true,
          multiline: true,
          validate: (value) => (value.trim() === '' ? copy.reasonMissing : undefined),
          failure: copy.processFailed,
          run: (reason, tell) => decide(claim, { approved: false, reason }, { tell, done: () => copy.rejected }),
        });
      },
    };
  }, [dialogs, queryClient]);
}
