import { afterAll, describe, expect, test } from 'vitest';
import type { Offer } from '@muneem/contract/offers';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { createTestApp } from '#test/test-app.ts';
import { offerCalls } from './offer-calls.ts';

const app = await createTestApp();
const { call, createOffer } = offerCalls(app, await openAdminSession(app, 'asha@example.com'));
afterAll(() => app.close());

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
