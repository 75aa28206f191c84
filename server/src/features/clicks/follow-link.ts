import { CUSTOM_PARAMETERS } from '@muneem/contract/postbacks';
import type { Platform } from '#platform/feature-module/index.ts';
import { timeOfUlid } from '#platform/ids/index.ts';
import { createConcurrencyLimit, type ConcurrencyLimit } from '#platform/concurrency-limit/index.ts';
import type { CatalogOffer, OfferCatalog } from '#features/offers/index.ts';
import { firstText, readExtraParams, readSubParams, redirectTarget, upiOf } from './click.ts';
import { followClick } from './clicks.repository.ts';
import { newClick, TOO_MANY_VISITORS, type ClickWriter } from './create-click.ts';

export interface FollowLinkDependencies extends Pick<Platform, 'database' | 'clock'> {
  readonly offers: OfferCatalog;
  readonly clicks: ClickWriter;
  /** Bounds concurrent visits of API-made clicks: each needs its own statement. */
  readonly prepared: ConcurrencyLimit;
}

/** Excess visits may be guesses of ids, and postbacks need the connections. */
export const limitPreparedVisits = (): ConcurrencyLimit =>
  createConcurrencyLimit({ concurrency: 2, maxWaiting: 1_024, busyText: TOO_MANY_VISITORS, retryAfterS: 2 });

interface LinkVisit {
  readonly offerId: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly ip: string;
  readonly userAgent: string | null;
  /** False for bots and prefetches: redirected, not stored. */
  readonly isCounted: boolean;
}

/** The visitor's answer: a redirect, `unknown` (no such offer) or `gone` (not available). */
export type LinkOutcome = { readonly location: string } | 'unknown' | 'gone';

const UID_MAX_LENGTH = 128;

/** Follows a tracking link. Stores the click before the redirect. */
export async function followLink(dependencies: FollowLinkDependencies, visit: LinkVisit): Promise<LinkOutcome> {
  const offer = await dependencies.offers.find(visit.offerId, ({ isActive }) => isActive);
  if (!offer) return 'unknown';
  if (!offer.isActive) return 'gone';
  const at = dependencies.clock.now();
  const subParams = readSubParams(visit.params);
  const uid = firstText(visit.params['uid'])?.slice(0, UID_MAX_LENGTH) ?? null;
  const params = readExtraParams(visit.params);
  const visitor = { uid, subParams, params, ip: visit.ip, at };
  if (!visit.isCounted) return { location: redirectTarget(offer, { ...visitor, clickId: '' }) };

  const prepared = await followPrepared(dependencies, offer, visit, at);
  if (prepared) return prepared;
  const click = newClick(at, {
    offerId: offer.id,
    uid,
    status: 'clicked',
    subParams,
    upi: upiOf(subParams),
    params,
    ip: visit.ip,
    userAgent: storedUserAgent(visit),
  });
  await dependencies.clicks.add(click);
  return { location: redirectTarget(offer, { ...visitor, clickId: click.id }) };
}

const storedUserAgent = ({ userAgent }: LinkVisit): string | null => userAgent?.slice(0, 1_000) ?? null;

/** Follows the link of an API-made click, which contains its id. Repeated visits use the same click. */
async function followPrepared(
  dependencies: FollowLinkDependencies,
  offer: CatalogOffer,
  visit: LinkVisit,
  at: Date,
): Promise<LinkOutcome | undefined> {
  const clickId = firstText(visit.params['click_id'])?.toUpperCase();
  const createdAt = clickId === undefined ? null : timeOfUlid(clickId);
  if (clickId === undefined || createdAt === null) return undefined;
  const { ip } = visit;
  const userAgent = storedUserAgent(visit);
  const found = await dependencies.prepared.run(() =>
    followClick(dependencies.database, { id: clickId, createdAt, offerId: offer.id, at, ip, userAgent }),
  );
  if (!found) return undefined;
  const subParams = CUSTOM_PARAMETERS.map((name) => found[name]);
  return { location: redirectTarget(offer, { clickId, uid: found.uid, subParams, params: found.params, ip, at }) };
}
