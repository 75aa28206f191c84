import { describe, expect, test } from 'vitest';
import type { Offer, OfferSummary } from '@muneem/contract/offers';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { createTestApp } from '#test/test-app.ts';
import { offerCalls } from './offer-calls.ts';

const app = await createTestApp({}, { now: '2026-11-21T06:00:00Z' });
const { call, createOffer } = offerCalls(app, await openAdminSession(app, 'asha@example.com'));

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
    for (const text of ['x_lo', '5%xylo', 'xylo\\'])
      expect(await found('regular', encodeURIComponent(text)), text).toEqual([]);
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

describe('custom click id parameters', () => {
  // covers 000-6.11
  test('are listed, added and removed one at a time, without a new version of the offer', async () => {
    const { _id, version } = await createOffer({ customClickIdParams: ['tid', 'tid', ' aff '] });
    const url = `/api/offers/${_id}/custom-click-params`;
    expect((await call('GET', url)).body).toEqual({ success: true, customClickIdParams: ['tid', 'aff'] });
    expect((await call('POST', url, { parameterName: ' sub-id ' })).body).toEqual({
      success: true,
      customClickIdParams: ['tid', 'aff', 'sub-id'],
      message: 'Parameter "sub-id" added',
    });
    expect((await call('DELETE', `${url}/tid`)).body).toMatchObject({
      success: true,
      customClickIdParams: ['aff', 'sub-id'],
    });
    expect((await call<Offer>('GET', `/api/offers/${_id}`)).body).toMatchObject({
      version,
      customClickIdParams: ['aff', 'sub-id'],
    });
  });

  // covers 000-5.17
  test.each([
    ['', 400, 'Parameter name cannot be empty'],
    ['a b', 400, 'Parameter "a b" is invalid. Only letters, numbers, underscores, and hyphens are allowed.'],
    ['a'.repeat(65), 400, `Parameter "${'a'.repeat(65)}" is too long. Use at most 64 characters.`],
    [
      'status',
      400,
      'Parameter "status" cannot hold a click id. The name speaks of a state, so its value would decide whether an event is paid. Use another name.',
    ],
    ['tid', 409, 'Parameter "tid" already exists'],
  ])('cannot be %j', async (parameterName, status, message) => {
    const { _id } = await createOffer({ customClickIdParams: ['tid'] });
    const answer = await call('POST', `/api/offers/${_id}/custom-click-params`, { parameterName });
    expect([answer.status, answer.body['message']]).toEqual([status, message]);
  });

  test('keeps every parameter when two admins add at once', async () => {
    const { _id } = await createOffer();
    await Promise.all(
      ['a', 'b', 'c', 'd'].map((parameterName) =>
        call('POST', `/api/offers/${_id}/custom-click-params`, { parameterName }),
      ),
    );
    const { body } = await call<{ customClickIdParams: string[] }>('GET', `/api/offers/${_id}/custom-click-params`);
    expect(body.customClickIdParams.toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('answers 404 when the removed parameter is unknown', async () => {
    const { _id } = await createOffer();
    expect((await call('DELETE', `/api/offers/${_id}/custom-click-params/none`)).status).toBe(404);
  });
});

interface Switched {
  message: string;
  changed: number;
  results: { _id: string; title: string; outcome: string }[];
}
const setActive = (ids: readonly string[], isActive: boolean) =>
  call<Switched>('POST', '/api/offers/status', { ids, isActive });
const isActive = async (id: string) => (await call<Offer>('GET', `/api/offers/${id}`)).body.isActive;

describe('activating and deactivating offers', () => {
  // covers 000-2.27
  test('reports each offer as changed, unchanged or missing', async () => {
    const [on, off, gone] = [
      await createOffer({ title: 'On' }),
      await createOffer({ title: 'Off', isActive: false }),
      await createOffer({ title: 'Gone' }),
    ];
    await call('DELETE', `/api/offers/${gone._id}`);
    const { status, body } = await setActive([on._id, off._id, gone._id, on._id, 'ofr_nobody'], false);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, message: '1 offer deactivated', changed: 1 });
    expect(body.results).toEqual([
      { _id: on._id, title: 'On', outcome: 'changed' },
      { _id: off._id, title: 'Off', outcome: 'unchanged' },
      { _id: gone._id, title: '', outcome: 'not_found' },
      { _id: 'ofr_nobody', title: '', outcome: 'not_found' },
    ]);
    expect(await isActive(on._id)).toBe(false);
    expect((await setActive([on._id, off._id], true)).body.message).toBe('2 offers activated');
    expect([await isActive(on._id), await isActive(off._id)]).toEqual([true, true]);
  });

  test('applies to the tracking link at once', async () => {
    const { _id } = await createOffer();
    const follow = async () => (await app.http.fastify.inject({ url: `/track/${_id}?uid=u` })).statusCode;
    expect(await follow()).toBe(302);
    await setActive([_id], false);
    expect(await follow()).toBe(410);
    await setActive([_id], true);
    expect(await follow()).toBe(302);
  });

  test('audits each changed offer, and raises its version for concurrent editors', async () => {
    const [one, two] = [await createOffer(), await createOffer({ isActive: false })];
    await setActive([one._id, two._id], false);
    const rows = await app.database.query<{ before: object; after: object; actorName: string }>(sql`
      select before, after, actor_name from audit_log
      where action = 'offers.update' and entity_id = any(${[one._id, two._id]})`);
    expect(rows).toEqual([{ before: { isActive: true }, after: { isActive: false }, actorName: 'asha@example.com' }]);
    const after = await call<Offer>('GET', `/api/offers/${one._id}`);
    expect(after.body.version).toBe(one.version + 1);
    expect((await call<Offer>('GET', `/api/offers/${two._id}`)).body.version).toBe(two.version);
  });

  test('avoids a deadlock between two requests in opposite orders', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 6; index += 1) ids.push((await createOffer())._id);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => setActive(index % 2 ? ids : ids.toReversed(), index % 2 === 0)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  });

  test('rejects an empty list, too many offers, and a status that is not a boolean', async () => {
    const many = Array.from({ length: 501 }, (_, index) => `ofr_${index}`);
    expect((await setActive([], true)).body.message).toBe('Choose at least one offer');
    expect((await setActive(many, true)).body.message).toBe('Choose at most 500 offers');
    expect((await call('POST', '/api/offers/status', { ids: ['a'], isActive: 'yes' })).status).toBe(400);
  });
});

// covers 000-2.27 000-6.10
test('keeps the title of an archived offer in reports, and cannot reactivate it', async () => {
  const { _id } = await createOffer({ title: 'Once upon a time', postbackToken: 'once-upon-1' });
  const visit = await app.http.fastify.inject({ url: `/track/${_id}?uid=nobody` });
  const clickId = new URL(String(visit.headers.location)).searchParams.get('c');
  const postback = `/postback/${_id}/install?token=once-upon-1&click_id=${clickId}`;
  expect((await app.http.fastify.inject({ url: postback })).json()).toMatchObject({ code: 'accepted' });
  expect((await call('DELETE', `/api/offers/${_id}`)).status).toBe(200);
  expect((await setActive([_id], true)).body.results[0]?.outcome).toBe('not_found');
  expect((await call('GET', `/api/offers/${_id}`)).status).toBe(404);
  const [row] = await app.database.query<{ title: string; archived: boolean }>(
    sql`select title, archived_at is not null as archived from offers where id = ${_id}`,
  );
  expect(row).toEqual({ title: 'Once upon a time', archived: true });
  const report = await call<object>('GET', '/api/conversion-reports?limit=5');
  expect(JSON.stringify(report.body)).toContain('Once upon a time');
});
