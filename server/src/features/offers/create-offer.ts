import {
  eventsOfInput,
  type createOffer as createOfferRoute,
  type Offer,
  type OfferInput,
} from '@muneem/contract/offers';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import type { Tx } from '#platform/database/index.ts';
import { newId } from '#platform/ids/index.ts';
import { sameSecret } from '#platform/crypto/index.ts';
import { answerOnce, idempotencyMismatch, type HandlerAnswer, type RequestContext } from '#platform/http/index.ts';
import { auditedOffer } from './audit-offer.ts';
import { checkedEvents } from './checked-events.ts';
import { getOffer, type OfferDependencies } from './get-offer.ts';
import { offerColumns, uploadedImage } from './offer-columns.ts';
import { insertOffer } from './offers.repository.ts';
import { saveEvents } from './save-events.ts';

/** Creates an offer. @param keep writes further rows in the same transaction @throws AppError `validation_failed` */
export async function createOffer(
  dependencies: OfferDependencies,
  input: OfferInput,
  actor: Actor,
  keep?: (tx: Tx, offer: Offer) => Promise<void>,
): Promise<Offer> {
  const events = checkedEvents(eventsOfInput(input) ?? []);
  const file = await uploadedImage(input);
  const at = dependencies.clock.now();
  const id = newId('ofr', at);
  return dependencies.caches.change(['offers'], async (tx) => {
    await insertOffer(tx, id, await offerColumns(tx, dependencies.secrets, id, input, { before: undefined, file }), at);
    await saveEvents(tx, id, events, { form: 'list', now: at });
    const created = await getOffer(dependencies, tx, id);
    await writeAudit(tx, actor, 'offers.create', ['offer', id], { after: auditedOffer(created) });
    await keep?.(tx, created);
    return created;
  });
}

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
