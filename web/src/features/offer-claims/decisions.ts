import { DEFAULT_REJECT_REASON, type PendingOffer } from '@muneem/contract/offer-claims';
import { callAndFindOut, type Tell } from '#lib/find-outcome.ts';
import { formatCoins } from '#lib/format.ts';
import { createRefusals } from '#lib/refusals.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { evidenceLines } from './claim-evidence.ts';
import { copy } from './offer-claims.copy.ts';
import { decideClaim, dropClaim, findVerdict, refreshClaims } from './offer-claims.queries.ts';

/** Claims whose approval the server refused. Refresh forgets them. */
export const refusals = createRefusals();

const approvedText = ({ coins, userName }: PendingOffer, credited: number): string =>
  credited === coins
    ? copy.approved(formatCoins(coins), userName)
    : copy.approvedRest(formatCoins(credited), userName, formatCoins(coins));

/** `byKey`: the approval started with the row key. Enter then confirms it. */
export async function approve(claim: PendingOffer, byKey = false): Promise<void> {
  if (refusals.reasonOf(claim.id) !== undefined) return;
  const coins = formatCoins(claim.coins);
  await dialogs.confirm({
    text: copy.approving(coins, claim.title),
    details: [`${claim.userName} (${claim.userId}).`, evidenceNote(claim), copy.approvingNote].join(' '),
    verb: copy.approve,
    pays: true,
    ...(byKey ? { focus: 'verb' } : {}),
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

const evidenceNote = ({ evidence }: PendingOffer): string =>
  evidence === undefined ? '' : copy.evidence.note(...evidenceLines(evidence));

interface Verdict {
  readonly approved: boolean;
  readonly reason?: string;
}

/** Decides one claim. If the answer is lost, it reads the claim until the outcome is known. */
export async function decideSurely(claim: PendingOffer, verdict: Verdict, tell: Tell): Promise<number> {
  try {
    const { coins } = await callAndFindOut<{ readonly coins: number }>({
      call: () => decideClaim(claim, verdict),
      find: () => findVerdict(claim, verdict.approved),
      tell,
      unknown: copy.outcomeUnknown,
      notDone: copy.notDone,
    });
    dropClaim(claim.id);
    return coins;
  } catch (error) {
    if (verdict.approved) refusals.note(claim.id, error);
    throw error;
  }
}

async function decide(
  claim: PendingOffer,
  verdict: Verdict,
  { tell, done }: { readonly tell: Tell; readonly done: (credited: number) => string },
): Promise<void> {
  try {
    toast.success(done(await decideSurely(claim, verdict, tell)));
  } finally {
    void refreshClaims();
  }
}
