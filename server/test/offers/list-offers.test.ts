import { afterAll, describe, expect, test } from 'vitest';
import type { Offer, OfferSummary } from '@muneem/contract/offers';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { createTestApp } from '#test/test-app.ts';
import { offerCalls } from './offer-calls.ts';

const app = await createTestApp({}, { now: '2026-11-21T06:00:00Z' });
const { call, createOffer } = offerCalls(app, await openAdminSession(app, 'asha@example.com'));
afterAll(() => app.close());

describe('offer lists', () => {
  // covers 000-2.19 000-6.6
  test('return a bare array with the total in a header, or an object with the total for a page', async () => {
    const titles = ['Aaa', 'Bbb', 'Ccc'];
    for (const title of titles) await createOffer({ title, type: 'prime', developer: `${title} Works` });
    const all = await call<OfferSummary[]>('GET', '/api/offers/prime?sort=title&order=asc');
    expect(all.body.map((offer) => offer.title)).toEqual(titles);
    expect(all.headers['x-total-count']).toBe('3');
    expect(all.body[0]).not.toHaveProperty('completedBy');
    expect(all.body[0]).not.toHaveProperty('postbackToken');
    const page = await call<{ offers: OfferSummary[]; total: number }>(
      'GET',
      '/api/offers/prime?sort=title&order=asc&page=2&limit=2',
    );
    expect(page.body).toMatchObject({ success: true, total: 3, totalOffers: 3, page: 2, limit: 2 });
    expect(page.body.offers.map((offer) => offer.title)).toEqual(['Ccc']);
    const beyond = await call<{ offers: OfferSummary[]; total: number }>('GET', '/api/offers/prime?page=9&limit=2');
    expect([beyond.body.offers.length, beyond.body.total]).toEqual([0, 3]);
    const byDeveloper = await call<OfferSummary[]>('GET', '/api/offers/prime?search=bbb%20works');
    expect(byDeveloper.body.map((offer) => offer.title)).toEqual(['Bbb']);
  });

  // covers 000-2.20
  test('search regular offers by their type, and filter by state', async () => {
    const { _id } = await createOffer({ title: 'Watch', description: 'x', type: 'video', isActive: false });
    expect(
      (await call<OfferSummary[]>('GET', '/api/offers/regular?search=VIDEO')).body.map((offer) => offer._id),
    ).toEqual([_id]);
    expect((await call<OfferSummary[]>('GET', '/api/offers/regular?search=video&status=active')).body).toEqual([]);
  });

  // covers 000-2.19 000-2.20
  test('search the description too, and the developer of prime offers only', async () => {
    const words = { description: 'Collect 5 xylophones.', developer: 'Qwertz Studios' };
    const ids = [
      (await createOffer({ ...words, title: 'Prime music', type: 'prime' }))._id,
      (await createOffer({ ...words, title: 'Regular music', type: 'daily' }))._id,
    ];
    const found = async (list: string, search: string): Promise<string[]> =>
      (await call<OfferSummary[]>('GET', `/api/offers/${list}?search=${search}`)).body.map((offer) => offer._id);
    expect(await found('prime', 'XYLOPHONE')).toEqual([ids[0]]);
    expect(await found('regular', 'XYLOPHONE')).toEqual([ids[1]]);
    expect(await found('prime', 'qwertz')).toEqual([ids[0]]);
    expect(await found('regular', 'qwertz')).toEqual([]);
  });

  test('reject an unknown sort and page zero', async () => {
    expect((await call('GET', '/api/offers/prime?sort=password')).status).toBe(400);
    expect((await call('GET', '/api/offers/prime?page=0')).status).toBe(400);
  });
});

describe('the completed-by list', () => {
  // covers 000-3.6 000-6.7
  test('shows the newest 100 users of one offer, with the total', async () => {
    const { _id } = await createOffer();
    await app.database.execute(
      sql`insert into users (uid, name) select 'user-' || n, case when n > 1 then 'User ' || n end from generate_series(1, 120) n`,
    );
    await app.database.execute(sql`
      insert into offer_completions (offer_id, user_id, completed_at)
      select ${_id}, id, '2026-11-20T00:00:00Z'::timestamptz + id * interval '1 minute' from users where uid like 'user-%'`);
    await app.database.execute(sql`update offers set completed_count = 120 where id = ${_id}`);
    const { body } = await call<Offer>('GET', `/api/offers/${_id}`);
    expect(body.completedCount).toBe(120);
    expect(body.completedBy).toHaveLength(100);
    expect(body.completedBy[0]).toMatchObject({ uid: 'user-120', name: 'User 120' });
  });
});
