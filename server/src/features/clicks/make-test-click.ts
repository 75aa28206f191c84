import type { TestClick } from '@muneem/contract/clicks';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { transaction, type Database } from '#platform/database/index.ts';
import { newUlid } from '#platform/ids/index.ts';
import type { OfferCatalog } from '#features/offers/index.ts';
import { readSubParams, redirectTarget } from './click.ts';
import { findTestClick, insertTestClick, listPostbacksOf, type TestClickRow } from './test-clicks.repository.ts';

export interface TestClickDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly offers: OfferCatalog;
}

export interface TestVisitor {
  readonly uid: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly ip: string;
  readonly actor: Actor;
}

const POSTBACKS_SHOWN = 20;

/**
 * Returns the redirect of a click, also for an inactive offer. The test click earns nothing and is in no list.
 * @throws AppError `offer_not_found`
 */
export async function makeTestClick(
  { database, clock, offers }: TestClickDependencies,
  offerId: string,
  { uid, params, ip, actor }: TestVisitor,
): Promise<TestClick> {
  const offer = await offers.find(offerId);
  if (!offer || offer.isArchived) throw offerNotFound();
  const at = clock.now();
  const id = newUlid(at);
  const visitor = { clickId: id, uid: uid === '' ? null : uid, subParams: readSubParams(params), params: null, ip, at };
  const click: TestClickRow = {
    id,
    offerId,
    createdAt: at,
    madeBy: actor.name,
    redirectUrl: redirectTarget(offer, visitor),
  };
  await transaction(database, async (tx) => {
    await insertTestClick(tx, click);
    await writeAudit(tx, {
      actor,
      action: 'offers.test_click',
      entityType: 'offer',
      entityId: offerId,
      after: { clickId: id },
    });
  });
  return toTestClick(click);
}

/** @throws AppError `not_found` */
export async function getTestClick(
  { database }: Pick<TestClickDependencies, 'database'>,
  offerId: string,
  clickId: string,
): Promise<{ click: TestClick; postbacks: { receivedAt: string; event: string; verdict: string }[] }> {
  const row = await findTestClick(database, offerId, clickId);
  if (!row) throw new AppError('not_found', { userMessage: 'Test click not found.' });
  const postbacks = await listPostbacksOf(database, row, POSTBACKS_SHOWN);
  return {
    click: toTestClick(row),
    postbacks: postbacks.map(({ receivedAt, eventKey, verdict }) => ({
      receivedAt: receivedAt.toISOString(),
      event: eventKey ?? '',
      verdict,
    })),
  };
}

const offerNotFound = (): AppError => new AppError('offer_not_found', { userMessage: 'This offer no longer exists.' });

const toTestClick = (row: TestClickRow): TestClick => ({
  clickId: row.id,
  offerId: row.offerId,
  createdAt: row.createdAt.toISOString(),
  madeBy: row.madeBy,
  redirectUrl: row.redirectUrl,
});
