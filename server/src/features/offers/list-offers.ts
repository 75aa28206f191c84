import type { OfferSummary } from '@muneem/contract/offers';
import { kolkataDay } from '#platform/clock/index.ts';
import type { OfferDependencies } from './get-offer.ts';
import { findEvents } from './offer-events.repository.ts';
import { toOfferSummary } from './offer.mapper.ts';
import { countOffers, searchOffers, type OfferFilter, type OfferPage } from './offers.repository.ts';

export async function listOffers(
  { database, clock }: Pick<OfferDependencies, 'database' | 'clock'>,
  filter: OfferFilter,
  page: OfferPage,
): Promise<{ offers: OfferSummary[]; total: number }> {
  const [rows, total] = await Promise.all([searchOffers(database, filter, page), countOffers(database, filter)]);
  const events = await findEvents(
    database,
    rows.map(({ id }) => id),
    kolkataDay(clock.now()),
  );
  return { offers: rows.map((row) => toOfferSummary(row, events.get(row.id) ?? [])), total };
}
