import { DEFAULT_LIST_LIMIT } from '@muneem/contract/http';
import { getOfferClaim, listPendingOffers, verifyOfferClaim } from '@muneem/contract/offer-claims';
import { AppError } from '#platform/app-error/index.ts';
import { startOfKolkataPeriod } from '#platform/clock/index.ts';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import { toPendingOffer } from './offer-claim.mapper.ts';
import { countPendingClaims, findClaim, listClaimEvidence, listPendingClaims } from './offer-claims.repository.ts';
import { verifyClaim, type ClaimResult, type VerifyDependencies } from './verify-claim.ts';

export function registerOfferClaimRoutes(http: HttpServer, dependencies: VerifyDependencies): void {
  const { database, clock } = dependencies;

  registerRoute(http, listPendingOffers, async ({ query, reply }) => {
    const { search, period, sort, order } = query;
    const page = query.page ?? 1;
    const limit = query.limit ?? DEFAULT_LIST_LIMIT;
    const filter = { search, from: startOfKolkataPeriod(period, clock.now()) };
    const [rows, total] = await Promise.all([
      listPendingClaims(database, filter, { sort, order, limit, offset: (page - 1) * limit }),
      countPendingClaims(database, filter),
    ]);
    const evidence = await listClaimEvidence(
      database,
      rows.map(({ id }) => id),
    );
    const byClaim = new Map(evidence.map((row) => [row.claimId, row]));
    const offers = rows.map((row) => toPendingOffer(row, byClaim.get(row.id)));
    void reply.header('x-total-count', String(total));
    if (query.page === undefined && query.limit === undefined) return offers;
    return { offers, total, page, limit };
  });

  registerRoute(http, getOfferClaim, async ({ params }) => {
    const claim = await findClaim(database, params.id);
    if (!claim) throw new AppError('not_found', 'Pending offer not found.');
    const { id, status, verifiedBy, coins, creditedCoins } = claim;
    return { claim: { id, status, verifiedBy, coins, creditedCoins } };
  });

  registerRoute(http, verifyOfferClaim, async ({ params, body, actor }) => {
    const result = await verifyClaim(dependencies, params.id, body, actor);
    const message = body.approved ? approvedMessage(result) : 'Offer rejected successfully!';
    return { message, coins: result.coins };
  });
}

/** Returns the text of document 001 §5, plus details if the credit was partial or events were reversed. */
function approvedMessage({ coins, earnedByClicks, outstandingCollected, reversedBefore }: ClaimResult): string {
  const sentences = ['Offer approved successfully!'];
  if (earnedByClicks > 0)
    sentences.push(
      `${coins} coins were credited: the user's clicks of this offer had earned ${earnedByClicks} of its ${coins + earnedByClicks} coins.`,
    );
  if (outstandingCollected > 0)
    sentences.push(`${outstandingCollected} outstanding coins of this offer were collected at once.`);
  if (reversedBefore > 0)
    sentences.push(
      `The network had reversed ${reversedBefore === 1 ? 'an event' : `${reversedBefore} events`} of this offer: see Evidence.`,
    );
  return sentences.join(' ');
}
