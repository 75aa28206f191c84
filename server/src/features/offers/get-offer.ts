import type { Offer } from '@muneem/contract/offers';
import { AppError } from '#platform/app-error/index.ts';
import { kolkataDay } from '#platform/clock/index.ts';
import type { SecretBox } from '#platform/crypto/index.ts';
import type { Queryable } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { findEvents } from './offer-events.repository.ts';
import { openOfferToken } from './offer-token.ts';
import { toOffer } from './offer.mapper.ts';
import { findOffer, listCompletions, type OfferRow } from './offers.repository.ts';

export type OfferDependencies = Pick<Platform, 'database' | 'caches' | 'secrets' | 'clock'>;

/** Number of completions in the answer. */
const NEWEST_COMPLETIONS = 100;

export const offerNotFound = (): AppError =>
  new AppError('offer_not_found', { userMessage: 'This offer no longer exists.' });

/** Returns an offer with its token and latest completions. @throws AppError `offer_not_found` */
export async function getOffer(
  { secrets, clock }: Pick<OfferDependencies, 'secrets' | 'clock'>,
  q: Queryable,
  id: string,
): Promise<Offer> {
  const row = await findOffer(q, id);
  if (!row) throw offerNotFound();
  const events = await findEvents(q, [id], kolkataDay(clock.now()));
  return toOffer(row, events.get(id) ?? [], {
    postbackToken: readableToken(secrets, row),
    completions: await listCompletions(q, id, NEWEST_COMPLETIONS),
  });
}

/** Empty if encrypted with another APP_SECRET: the form must still open to set a new token. */
function readableToken(secrets: SecretBox, { id, postbackTokenSealed: sealed }: OfferRow): string {
  if (sealed === null) return '';
  try {
    return openOfferToken(secrets, id, sealed);
  } catch {
    return '';
  }
}
