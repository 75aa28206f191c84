import type { EarlierRevenue } from '@muneem/contract/conversion-reports';
import { add, paise, rupeesFromPaise } from '@muneem/contract/money';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import type { OfferCatalog } from '#features/offers/index.ts';
import { fillRevenue, listUnpriced, sumUnpriced, type PricedEvent } from './earlier-revenue.repository.ts';

export interface EarlierRevenueDependencies extends Pick<Platform, 'database'> {
  readonly offers: OfferCatalog;
}

/** Clicks that one transaction locks: their postbacks wait for it. */
const PORTION = 500;
/** Conversions of one request. */
const MOST_FILLED = 5_000;

/** @throws AppError `not_found` */
async function pricedEvents({ offers }: EarlierRevenueDependencies, offerId: string): Promise<PricedEvent[]> {
  await offers.catchUp();
  const offer = offers.get(offerId);
  if (!offer) throw new AppError('not_found', 'Offer not found');
  return [...offer.eventsByName.values()].flatMap(({ id, revenue }) => (revenue === null ? [] : [{ id, revenue }]));
}

/** Sums the conversions whose revenue is unknown, by month, with what they would get. @throws AppError `not_found` */
export async function previewFill(dependencies: EarlierRevenueDependencies, offerId: string): Promise<EarlierRevenue> {
  const events = await pricedEvents(dependencies, offerId);
  const months = await sumUnpriced(dependencies.database, offerId, events);
  const sum = (of: (month: (typeof months)[number]) => number): number =>
    months.reduce((all, month) => all + of(month), 0);
  return {
    conversions: sum(({ conversions }) => conversions),
    revenue: rupeesFromPaise(add(paise(0), ...months.map(({ revenuePaise }) => revenuePaise))),
    months: months
      .filter(({ conversions }) => conversions > 0)
      .map(({ month, conversions, revenuePaise }) => ({ month, conversions, revenue: rupeesFromPaise(revenuePaise) })),
    staysUnknown: sum((month) => month.staysUnknown),
  };
}

/**
 * Fills the newest conversions of unknown revenue, up to MOST_FILLED. A repeat goes on, because a known revenue never
 * changes. @throws AppError `not_found`
 */
export async function fillEarlier(
  dependencies: EarlierRevenueDependencies,
  offerId: string,
  actor: Actor,
  portion = PORTION,
): Promise<{ filled: number; remaining: number }> {
  const { database } = dependencies;
  const events = await pricedEvents(dependencies, offerId);
  let filled = 0;
  let before: Parameters<typeof listUnpriced>[3]['before'];
  while (filled < MOST_FILLED) {
    const rows = await listUnpriced(database, offerId, events, { before, limit: portion });
    if (rows.length === 0) break;
    before = rows.at(-1);
    filled += await transaction(database, async (tx) => {
      const done = await fillRevenue(tx, offerId, events, rows);
      if (done.filled > 0)
        await writeAudit(tx, actor, 'offers.fill-revenue', ['offer', offerId], {
          after: { conversions: done.filled, revenue: rupeesFromPaise(done.revenuePaise) },
        });
      return done.filled;
    });
  }
  return { filled, remaining: (await previewFill(dependencies, offerId)).conversions };
}
