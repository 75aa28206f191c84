import type { Offer } from '@muneem/contract/offers';
import { AppError } from '#platform/app-error/index.ts';
import { createSharedReads } from '#platform/batcher/index.ts';
import { kolkataDay } from '#platform/clock/index.ts';
import type { SecretBox } from '#platform/crypto/index.ts';
import type { Queryable } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { openOfferToken } from './offer-token.ts';
import { toOffer } from './offer.mapper.ts';
import { findWholeOffers, type OfferRow } from './offers.repository.ts';

export type OfferDependencies = Pick<Platform, 'database' | 'caches' | 'secrets' | 'clock'>;

const NEWEST_COMPLETIONS = 100;

export const offerNotFound = (): AppError => new AppError('offer_not_found', 'This offer no longer exists.');

/** Returns an offer with its token and latest completions. @throws AppError `offer_not_found` */
export async function getOffer(
  { secrets, clock }: Pick<OfferDependencies, 'secrets' | 'clock'>,
  q: Queryable,
  id: string,
): Promise<Offer> {
  const offer = (await findOffers({ secrets, clock }, q, [id])).get(id);
  if (!offer) throw offerNotFound();
  return offer;
}

/** Returns a reader of offers for admins' calls. It throws AppError `offer_not_found`. */
export function createOfferReader(dependencies: OfferDependencies): (id: string) => Promise<Offer> {
  const findOne = createSharedReads((ids) => findOffers(dependencies, dependencies.database, ids));
  return async (id) => {
    const offer = await findOne(id);
    if (!offer) throw offerNotFound();
    return offer;
  };
}

async function findOffers(
  { secrets, clock }: Pick<OfferDependencies, 'secrets' | 'clock'>,
  q: Queryable,
  ids: readonly string[],
): Promise<Map<string, Offer>> {
  const rows = await findWholeOffers(q, ids, { day: kolkataDay(clock.now()), completions: NEWEST_COMPLETIONS });
  return new Map(rows.map((row) => [row.id, toOffer(row, readableToken(secrets, row))]));
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
