import type { createOffer as createOfferRoute } from '@muneem/contract/offers';
import { sameSecret } from '#platform/crypto/index.ts';
import { answerOnce, idempotencyMismatch, type RequestContext, type HandlerAnswer } from '#platform/http/index.ts';
import { createOffer } from './create-offer.ts';
import type { OfferDependencies } from './get-offer.ts';
import { openOfferToken, sealOfferToken } from './offer-token.ts';

type Answer = HandlerAnswer<typeof createOfferRoute>;

/**
 * Creates an offer once per Idempotency-Key. A repeat returns the first offer, so a form can be sent again.
 * The stored answer contains the token encrypted. No hash is computed from the token.
 * @throws AppError `validation_failed`, `idempotency_mismatch`, `idempotency_in_progress`
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
    const sealed = (offer: Answer['offer']): Answer =>
      answerOf({ ...offer, postbackToken: token && sealOfferToken(dependencies.secrets, offer._id, token) });
    return sealed(await createOffer(dependencies, body, actor, (tx, offer) => once.keep(tx, sealed(offer))));
  });
  if (token !== '' && !sameSecret(token, openOfferToken(dependencies.secrets, kept._id, kept.postbackToken)))
    throw idempotencyMismatch();
  return answerOf({ ...kept, postbackToken: token });
}
