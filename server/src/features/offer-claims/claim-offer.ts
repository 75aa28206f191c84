import type { Coins } from '@muneem/contract/money';
import { categoryOfType, type OfferType } from '@muneem/contract/offers';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import type { Tx } from '#platform/database/index.ts';
import { newId } from '#platform/ids/index.ts';
import { getUser } from '#features/users/index.ts';
import { findClaimableOffer, insertClaim } from './offer-claims.repository.ts';

interface ClaimedOffer {
  readonly claimId: string;
  readonly offerId: string;
  readonly coins: Coins;
  readonly status: 'pending';
  readonly date: string;
}

/**
 * Creates a claim: a user's statement that they completed an offer, which an admin verifies.
 * @throws AppError `user_not_found`, `offer_not_found`, `gone` for an inactive offer, `conflict` if the user
 * already completed it or has a pending claim
 */
export async function claimOffer(
  tx: Tx,
  { clock }: { readonly clock: Clock },
  { uid, offerId }: { readonly uid: string; readonly offerId: string },
  actor: Actor,
): Promise<ClaimedOffer> {
  const user = await getUser(tx, uid);
  const offer = await findClaimableOffer(tx, offerId, user.id);
  if (!offer) throw new AppError('offer_not_found', 'Offer not found.');
  if (!offer.isActive) throw new AppError('gone', 'This offer is not active.');
  if (offer.isCompleted) throw new AppError('conflict', 'The user has already completed this offer.');
  const now = clock.now();
  const claim = {
    id: newId('clm', now),
    createdAt: now,
    offerId,
    offerTitle: offer.title,
    offerType: categoryOfType(offer.type as OfferType),
    coins: offer.coins,
    userId: user.id,
  };
  if (!(await insertClaim(tx, claim))) throw new AppError('conflict', 'The user has already claimed this offer.');
  await writeAudit(tx, actor, 'offer-claims.create', ['offer-claim', claim.id], {
    after: { status: 'pending', uid, offerId, coins: offer.coins },
  });
  return { claimId: claim.id, offerId, coins: offer.coins, status: 'pending', date: now.toISOString() };
}
