import type { createOffer as createOfferRoute } from '@muneem/contract/offers';
import { sameSecret } from '#platform/crypto/index.ts';
import { answerOnce, idempotencyMismatch, type RequestContext, type HandlerAnswer } from '#platform/http/index.ts';
import { createOffer } from './create-offer.ts';
import { getOffer, type OfferDependencies } from './get-offer.ts';

type Answer = HandlerAnswer<typeof createOfferRoute>;

/**
 * Creates an offer once per Idempotency-Key. A repeat returns the first offer, so a form can be sent again.
 * The stored answer does not contain the token: a repeat must send the token of the offer.
 * @throws AppError `validation_failed`, `idempotency_mismatch`, `idempotency_in_progress`, `offer_not_found`
 */
export async function createOfferOnce(
  dependencies: OfferDependencies,
  context: RequestContext<typeof createOfferRoute>,
): Promise<Answer> {
  const { body, actor, request } = context;
  const answerOf = (offer: Answer['offer']): Answer => ({
    message: 'Offer created successfully!',
    offer,
  });
  if (request.headers['idempotency-key'] === undefined) return answerOf(await createOffer(dependencies, body, actor));

  const token = body.postbackToken ?? '';
  const withoutToken = { ...body, postbackToken: token === '' ? '' : 'given' };
  const { offer: kept } = await answerOnce(dependencies, { ...context, body: withoutToken }, async (once) => {
    const stored = (offer: Answer['offer']): Answer => answerOf({ ...offer, postbackToken: '' });
    return stored(await createOffer(dependencies, body, actor, (tx, offer) => once.keep(tx, stored(offer))));
  });
  if (token !== '' && !sameSecret(token, (await getOffer(dependencies, dependencies.database, kept._id)).postbackToken))
    throw idempotencyMismatch();
  return answerOf({ ...kept, postbackToken: token });
}
