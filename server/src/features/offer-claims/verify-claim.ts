import type { RouteBody } from '@muneem/contract/http';
import { add, coins, type Coins } from '@muneem/contract/money';
import type { verifyOfferClaim } from '@muneem/contract/offer-claims';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { dayNumber } from '#platform/clock/index.ts';
import { transaction, type Tx } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import {
  addCompletions,
  addSumChanges,
  countReversals,
  lockOutstandingReversals,
  refuseDeletedUsersLater,
  changeOf,
  sumEarned,
  collectReversals,
} from '#features/conversions/index.ts';
import { lockBalance, postJournals } from '#features/ledger/index.ts';
import { decideClaim, findClaim, findClaimOf, lockPendingClaim, type ClaimRow } from './offer-claims.repository.ts';

export type VerifyDependencies = Pick<Platform, 'database' | 'clock'>;

interface ClaimVerdict {
  readonly approved: boolean;
  readonly reason?: string | null | undefined;
  /** Compared with our row, which decides. */
  readonly userId?: string | null | undefined;
  readonly coins?: RouteBody<typeof verifyOfferClaim>['coins'];
}

export interface ClaimResult {
  readonly coins: Coins;
  /** The claim's coins that the user's clicks of the offer had already earned. */
  readonly earnedByClicks: Coins;
  /** Collected from the wallet at once, for reversed events whose coins had been spent. */
  readonly outstandingCollected: Coins;
  /** Number of the offer's events that the network had reversed before. */
  readonly reversedBefore: number;
}

/**
 * Approves or rejects a claim. An approval credits the offer's coins minus those its clicks earned.
 * It also collects outstanding reversals of the offer, so they cannot be written off later.
 * @param id the claim's id, or the offer's id together with the user's
 * @throws AppError `validation_failed` for a rejection without reason, `not_found`, `conflict`, `wrong_state`
 */
export async function verifyClaim(
  { database, clock }: VerifyDependencies,
  id: string,
  verdict: ClaimVerdict,
  actor: Actor,
): Promise<ClaimResult> {
  const reason = verdict.reason || null;
  if (!verdict.approved && reason === null) {
    const userMessage = 'A reason is required to reject an offer.';
    throw new AppError('validation_failed', userMessage, { fields: { reason: userMessage } });
  }
  return transaction(database, async (tx) => {
    const claim = await getClaim(tx, id, verdict);
    const at = clock.now();
    const to = verdict.approved ? 'approved' : 'rejected';
    if (!(await lockPendingClaim(tx, claim.id))) throw alreadyDecided((await findClaim(tx, claim.id)) ?? claim);
    const result = verdict.approved ? await grant(tx, claim, at, actor) : NOTHING;
    await decideClaim(tx, claim.id, {
      to,
      reason: verdict.approved ? null : reason,
      creditedCoins: verdict.approved ? result.coins : null,
      by: actor.name,
      at,
    });
    const action = verdict.approved ? 'offer-claims.approve' : 'offer-claims.reject';
    await writeAudit(tx, actor, action, ['offer-claim', claim.id], {
      before: { status: 'pending' },
      after: {
        status: to,
        uid: claim.uid,
        offerId: claim.offerId,
        credited: result.coins,
        ...(result.earnedByClicks > 0 ? { earnedByClicks: result.earnedByClicks } : {}),
        ...(result.outstandingCollected > 0 ? { outstandingCollected: result.outstandingCollected } : {}),
        ...(result.reversedBefore > 0 ? { reversedBefore: result.reversedBefore } : {}),
        ...(verdict.approved ? {} : { reason }),
      },
    });
    return result;
  });
}

const NOTHING: ClaimResult = {
  coins: coins(0),
  earnedByClicks: coins(0),
  outstandingCollected: coins(0),
  reversedBefore: 0,
};

async function getClaim(tx: Tx, id: string, { userId, coins: believed }: ClaimVerdict): Promise<ClaimRow> {
  const claim = (await findClaim(tx, id)) ?? (userId ? await findClaimOf(tx, id, userId) : undefined);
  if (!claim) throw new AppError('not_found', 'Pending offer not found.');
  const fields: Record<string, string> = {};
  if (userId && userId !== claim.uid) fields['userId'] = 'The user does not match the pending offer.';
  if (believed !== undefined && believed !== claim.coins) fields['coins'] = 'The coins do not match the pending offer.';
  if (Object.keys(fields).length === 0) return claim;
  throw new AppError('conflict', 'The request does not match the pending offer. Refresh the list and try again.', {
    fields,
  });
}

const alreadyDecided = ({ status, verifiedBy }: ClaimRow): AppError =>
  new AppError('wrong_state', `This offer was already ${status} by ${verifiedBy ?? 'another administrator'}.`);

/**
 * Locks in the order of record-conversions: wallet, offer, sums. The wallet's lock blocks new earnings
 * of the user until this is decided.
 */
async function grant(tx: Tx, claim: ClaimRow, at: Date, actor: Actor): Promise<ClaimResult> {
  const { offerId, userId } = claim;
  if (claim.userDeleted) throw new AppError('wrong_state', 'The user was deleted. Reject this offer instead.');
  const balance = await lockBalance(tx, userId);
  const outstanding = await lockOutstandingReversals(tx, offerId, userId);
  const earnedByClicks = await sumEarned(tx, offerId, userId);
  const credited = coins(Math.max(0, claim.coins - earnedByClicks));
  if (credited === 0) {
    throw new AppError(
      'wrong_state',
      `The user's clicks of this offer have already earned ${earnedByClicks} coins, and the offer promised ${claim.coins}. Reject this offer instead.`,
    );
  }
  const outstandingCollected = add(coins(0), ...outstanding.map((credit) => credit.coins));
  if (balance + credited < outstandingCollected) {
    throw new AppError(
      'wrong_state',
      `The user has ${outstandingCollected} outstanding coins for reversed events of this offer, more than the wallet would have with the claim's ${credited}. Reject this offer instead.`,
    );
  }
  await postJournals(tx, [
    {
      scope: 'offer-claim',
      key: `${offerId}:${userId}`,
      kind: 'reward',
      actor,
      postings: [
        { account: 'rewards_issue', userId: null, amount: coins(-credited) },
        { account: 'wallet', userId, amount: credited },
      ],
    },
    ...(await collectReversals(tx, outstanding, at)),
  ]);
  refuseDeletedUsersLater(tx, [{ userId }]);
  const reversedBefore = await countReversals(tx, offerId, userId);
  if ((await addCompletions(tx, [{ offerId, userId, completedAt: at }])) === 0) {
    throw new AppError(
      'wrong_state',
      'The user has already completed this offer with a tracked click. Reject this offer instead.',
    );
  }
  // No conversion, because a claim has no click. Its coins count as distributed.
  const key = { day: dayNumber(at), offerId, eventKey: 'claim', source: 'claim', status: 'approved', city: null };
  addSumChanges(tx, [changeOf(key, { coins: credited })]);
  return { coins: credited, earnedByClicks, outstandingCollected, reversedBefore };
}
