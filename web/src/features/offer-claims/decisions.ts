import { DEFAULT_REJECT_REASON, type PendingOffer } from '@muneem/contract/offer-claims';
import { callAndFindOut, type Tell } from '#lib/find-outcome.ts';
import { formatCoins } from '#lib/format.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { copy } from './offer-claims.copy.ts';
import { decideClaim, dropClaim, findVerdict, refreshClaims } from './offer-claims.queries.ts';

const approvedText = ({ coins, userName }: PendingOffer, credited: number): string =>
  credited === coins
    ? copy.approved(formatCoins(coins), userName)
    : copy.approvedRest(formatCoins(credited), userName, formatCoins(coins));

/** `byKey`: the approval started with the row key. Enter then confirms it. */
export async function approve(claim: PendingOffer, byKey = false): Promise<void> {
  const coins = formatCoins(claim.coins);
  await dialogs.confirm({
    text: copy.approving(coins, claim.title),
    details: `${claim.userName} (${claim.userId}). ${copy.approvingNote}`,
    verb: copy.approve,
    focus: byKey ? 'verb' : 'cancel',
    failure: copy.processFailed,
    run: (tell) => decide(claim, { approved: true }, { tell, done: (credited) => approvedText(claim, credited) }),
  });
}

export async function reject(claim: PendingOffer): Promise<void> {
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
}

async function decide(
  claim: PendingOffer,
  verdict: { readonly approved: boolean; readonly reason?: string },
  { tell, done }: { readonly tell: Tell; readonly done: (credited: number) => string },
): Promise<void> {
  try {
    const { coins } = await callAndFindOut<{ readonly coins: number }>({
      call: () => decideClaim(claim, verdict),
      find: () => findVerdict(claim, verdict.approved),
      tell,
      unknown: copy.outcomeUnknown,
      notDone: copy.notDone,
    });
    dropClaim(claim.id);
    toast.success(done(coins));
  } finally {
    void refreshClaims();
  }
}
