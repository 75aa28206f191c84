import { trackingPath } from '@muneem/contract/clicks';
import type { CustomParameter } from '@muneem/contract/postbacks';
import { createBatcher, QueueFullError, type Batcher } from '#platform/batcher/index.ts';
import { AppError } from '#platform/app-error/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { transaction, type Database } from '#platform/database/index.ts';
import { cityOf, type FindLocation } from '#platform/geo/index.ts';
import { newUlid, timeOfUlid } from '#platform/ids/index.ts';
import type { Tracer } from '#platform/tracing/index.ts';
import type { OfferCatalog } from '#features/offers/index.ts';
import { readExtraParams, readSubParams, upiOf, type NewClick } from './click.ts';
import { insertClicks } from './clicks.repository.ts';

export interface CreateClickDependencies {
  readonly clock: Clock;
  readonly offers: OfferCatalog;
  readonly clicks: ClickWriter;
  readonly publicUrl: string;
}

/** A click requested by the consumer app, to be followed later. */
interface CreateClickInput {
  readonly offerId: string;
  readonly uid?: string | undefined;
  readonly subParams?: Readonly<Partial<Record<CustomParameter, string | undefined>>> | undefined;
  readonly params?: Readonly<Record<string, string>> | undefined;
}

/**
 * Creates a pending click. An unknown uid makes it anonymous, so the caller checks the user.
 * @throws AppError `offer_not_found`, or `gone` if the offer is not active
 */
export async function createClick(
  dependencies: CreateClickDependencies,
  input: CreateClickInput,
): Promise<{ clickId: string; redirectUrl: string }> {
  const offer = await dependencies.offers.find(input.offerId, ({ isActive }) => isActive);
  if (!offer || offer.isArchived) throw new AppError('offer_not_found', 'Offer not found.');
  if (!offer.isActive) throw new AppError('gone', 'This offer is not active.');
  const subParams = readSubParams(input.subParams ?? {});
  const click = newClick(dependencies.clock.now(), {
    offerId: offer.id,
    uid: input.uid ?? null,
    status: 'pending',
    subParams,
    upi: upiOf(subParams),
    params: readExtraParams(input.params ?? {}),
    ip: null,
    userAgent: null,
  });
  await dependencies.clicks.add(click);
  return {
    clickId: click.id,
    redirectUrl: `${dependencies.publicUrl}${trackingPath(offer.id)}?click_id=${click.id}`,
  };
}

export function newClick(at: Date, click: Omit<NewClick, 'id' | 'createdAt'>): NewClick {
  const id = newUlid(at);
  return { id, createdAt: timeOfUlid(id) ?? at, ...click };
}

export const TOO_MANY_VISITORS = 'Too many visitors at once. Please try again in a moment.';

/** Writes clicks in batches. A click is durable once its `add` resolves. */
export type ClickWriter = Batcher<NewClick, undefined>;

export function createClickWriter({
  database,
  clock,
  tracer,
  findLocation,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly findLocation: FindLocation;
  readonly tracer?: Tracer | undefined;
}): ClickWriter {
  const batcher = createBatcher<NewClick, undefined>({
    maxWaitMs: 2,
    maxItems: 256,
    maxInFlight: 2,
    maxQueued: 4_096,
    run: async (clicks) => {
      const cities = clicks.map(({ ip }) => cityOf(findLocation(ip)));
      await transaction(database, async (tx) => insertClicks(tx, clicks, cities));
      if (tracer !== undefined) {
        const endedAt = clock.now();
        for (const { id: clickId, createdAt, offerId, status } of clicks)
          tracer.add({
            clickId,
            name: 'click',
            isRoot: true,
            startedAt: createdAt,
            endedAt,
            attributes: { 'muneem.offer_id': offerId, 'muneem.status': status },
          });
      }
      return clicks.map(() => undefined);
    },
  });
  return {
    get size() {
      return batcher.size;
    },
    drain: () => batcher.drain(),
    async add(click) {
      try {
        return await batcher.add(click);
      } catch (error) {
        if (!(error instanceof QueueFullError)) throw error;
        throw new AppError('unavailable', TOO_MANY_VISITORS, { retryAfterS: 2, cause: error });
      }
    },
  };
}
