import { describe, expect, test } from 'vitest';
import type { Offer, OfferSummary } from '@muneem/contract/offers';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { offerInput } from '#test/builders/offers.ts';
import { createTestApp } from '#test/test-app.ts';
import { offerCalls } from './offer-calls.ts';

const app = await createTestApp({}, { now: '2026-11-21T06:00:00Z' });
const session = await openAdminSession(app, 'asha@example.com');
const { call, createOffer } = offerCalls(app, session);

describe('changing an offer', () => {
  // covers 000-6.9
  test('raises the version and audits the change', async () => {
    const { _id } = await createOffer();
    const { status, body } = await call<{ offer: Offer; message: string }>(
      'PUT',
      `/api/offers/${_id}`,
      offerInput({ coins: 300, isActive: false, version: 1 }),
    );
    expect(status).toBe(200);
    expect(body.message).toBe('Offer updated successfully!');
    expect(body.offer).toMatchObject({ coins: 300, isActive: false, version: 2 });
    const audit = await app.database.query(
      sql`select actor_name, action, before, after from audit_log where entity_id = ${_id} order by id desc limit 1`,
    );
    expect(audit[0]).toEqual({
      actorName: 'asha@example.com',
      action: 'offers.update',
      before: { coins: 250, isActive: true },
      after: { coins: 300, isActive: false },
    });
  });

  test('keeps fields that the body leaves out: an inactive offer stays inactive', async () => {
    const { _id } = await createOffer({
      isActive: false,
      developer: 'Dice Ltd',
      ipBlock: 'active',
      deadline: '3 days',
    });
    const { body } = await call<{ offer: Offer }>('PUT', `/api/offers/${_id}`, offerInput());
    expect(body.offer).toMatchObject({ isActive: false, developer: 'Dice Ltd', ipBlock: 'active', deadline: '3 days' });
  });

  // covers 000-3.3
  test.each([null, '', '  '])('clears the optional texts and the deadline with %j', async (nothing) => {
    const texts = ['deadline', 'developer', 'downloads', 'category', 'pollUrl', 'image', 'postbackToken'] as const;
    const given = {
      deadline: '3 days',
      developer: 'Dice Ltd',
      downloads: '5M+',
      category: 'Games',
      pollUrl: 'https://network.example/status?c={click_id}',
      image: 'https://cdn.example/icon.png',
      postbackToken: 'long-enough-1',
    };
    const { _id } = await createOffer(given);
    // A value chosen from a list is not trimmed.
    const empty = Object.fromEntries(
      texts.map((name) => [name, name === 'category' ? (nothing?.trim() ?? null) : nothing]),
    );
    const { offer } = await app.must<{ offer: Offer }>('PUT', `/api/offers/${_id}`, offerInput(empty));
    expect(texts.map((name) => offer[name])).toEqual(texts.map(() => ''));
    const kept = await call<{ offer: Offer }>('PUT', `/api/offers/${_id}`, offerInput());
    expect(kept.body.offer.deadline).toBe('');
    expect((await createOffer({ deadline: nothing })).deadline).toBe('');
  });

  test('is refused when the offer has a newer version, and saves nothing', async () => {
    const { _id } = await createOffer();
    await call('PUT', `/api/offers/${_id}`, offerInput({ coins: 300, version: 1 }));
    const late = await call('PUT', `/api/offers/${_id}`, offerInput({ coins: 400, version: 1 }));
    expect([late.status, late.body['code']]).toEqual([409, 'version_conflict']);
    expect((await call<Offer>('GET', `/api/offers/${_id}`)).body.coins).toBe(300);
  });

  test('lets exactly one of three concurrent requests over the same version win', async () => {
    const { _id } = await createOffer();
    const answers = await Promise.all(
      [300, 400, 500].map((coins) => call('PUT', `/api/offers/${_id}`, offerInput({ coins, version: 1 }))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  // covers 000-2.30
  test('cannot change the type between regular and prime', async () => {
    const { _id } = await createOffer();
    const { status, body } = await call<{ errors: Record<string, string> }>(
      'PUT',
      `/api/offers/${_id}`,
      offerInput({ type: 'prime' }),
    );
    expect(status).toBe(400);
    expect(body.errors).toEqual({ type: 'The category of an offer cannot be changed after it was created' });
  });

  // covers 000-3.7
  test("keeps an event's count when it is reordered, or removed and added again", async () => {
    const offer = await createOffer();
    const [install, deposit] = offer.events;
    await app.database.execute(
      sql`insert into event_day_counts (event_id, day, approved) values (${deposit?._id}, '2026-11-21', 2)`,
    );
    const put = async (events: object[]) =>
      (await call<{ offer: Offer }>('PUT', `/api/offers/${offer._id}`, offerInput({ events }))).body.offer;

    const reordered = await put([{ eventName: 'DEPOSIT' }, { eventName: 'install' }]);
    expect(reordered.events[0]).toMatchObject({
      _id: deposit?._id,
      eventName: 'DEPOSIT',
      eventCount: 2,
      eventOrder: 1,
    });
    expect(reordered).toMatchObject({ event1: 'DEPOSIT', event1Count: 2 });
    const removed = await put([{ eventName: 'install' }]);
    expect(removed.events.map((event) => event._id)).toEqual([install?._id]);
    const back = await put([{ eventName: 'install' }, { eventName: 'deposit' }]);
    expect(back.events[1]).toMatchObject({ _id: deposit?._id, eventCount: 2 });
  });

  // covers 000-3.8
  test('also returns the counts of the first three events in the flat fields', async () => {
    const { _id, events } = await createOffer({
      events: ['install', 'signup', 'deposit'].map((eventName) => ({ eventName })),
    });
    for (const [index, event] of events.entries()) {
      await app.database.execute(
        sql`insert into event_day_counts (event_id, day, approved) values (${event._id}, '2026-11-21', ${index + 4})`,
      );
    }
    const { body } = await call<Offer>('GET', `/api/offers/${_id}`);
    expect(body).toMatchObject({ event1Count: 4, event2Count: 5, event3Count: 6 });
  });

  // covers 000-3.8
  test('changes the first three events through the flat fields and keeps everything else', async () => {
    const names = ['install', 'signup', 'deposit', 'level_10'];
    const { _id, events } = await createOffer({
      events: names.map((eventName, index) => ({ eventName, eventPayout: index, description: `About ${eventName}` })),
    });
    const put = async (flat: object) =>
      (await call<{ offer: Offer }>('PUT', `/api/offers/${_id}`, offerInput({ events: undefined, ...flat }))).body
        .offer;
    const changed = await put({ event1: 'install', epo1: 9.5, event2: 'register', ecap3: 7 });
    expect(
      changed.events.map((event) => [event._id, event.eventName, event.eventPayout, event.eventCap, event.description]),
    ).toEqual([
      [events[0]?._id, 'install', 9.5, 1000, 'About install'],
      [events[1]?._id, 'register', 1, 1000, 'About signup'],
      [events[2]?._id, 'deposit', 2, 7, 'About deposit'],
      [events[3]?._id, 'level_10', 3, 1000, 'About level_10'],
    ]);
    expect(changed).toMatchObject({
      event1: 'install',
      epo1: 9.5,
      event2: 'register',
      ecap2: 1000,
      event3: 'deposit',
      ecap3: 7,
    });
    const fewer = await put({ event2: '' });
    expect(fewer.events.map(({ eventName, eventOrder }) => [eventName, eventOrder])).toEqual([
      ['install', 1],
      ['deposit', 2],
      ['level_10', 3],
    ]);
    expect(fewer).toMatchObject({ event2: 'deposit', event3: 'level_10' });
    expect((await put({})).events).toHaveLength(3);
  });

  // covers 000-5.12
  test('rejects an empty event list and duplicate names, also through the flat fields', async () => {
    const { _id } = await createOffer({ events: [{ eventName: 'install' }] });
    const put = async (flat: object) =>
      (await call('PUT', `/api/offers/${_id}`, offerInput({ events: undefined, ...flat }))).body;
    expect(await put({ event1: '' })).toMatchObject({ errors: { events: 'Add at least one event' } });
    expect(await put({ event2: 'INSTALL' })).toMatchObject({
      errors: { event2: '“INSTALL” is the name of event 1. Change that event, or use another name here.' },
    });
  });

  test('answers 404 for an unknown offer', async () => {
    const { status, body } = await call('PUT', '/api/offers/ofr_none', offerInput());
    expect([status, body['code']]).toEqual([404, 'offer_not_found']);
  });
});

describe('deleting an offer', () => {
  // covers 000-6.10
  test('hides it from the lists once and keeps its row for the reports', async () => {
    const { _id } = await createOffer();
    expect((await call('DELETE', `/api/offers/${_id}`)).body).toEqual({
      success: true,
      message: 'Offer deleted successfully',
    });
    expect((await call('GET', `/api/offers/${_id}`)).status).toBe(404);
    expect((await call<OfferSummary[]>('GET', '/api/offers/regular')).body.map((offer) => offer._id)).not.toContain(
      _id,
    );
    expect((await call('DELETE', `/api/offers/${_id}`)).status).toBe(404);
    expect(await app.database.query(sql`select title, is_active from offers where id = ${_id}`)).toEqual([
      { title: 'Rummy Stars', isActive: false },
    ]);
  });
});

test('accepts a DELETE with a content type and no body', async () => {
  const { _id } = await createOffer();
  const headers = { ...session.headers, 'content-type': 'application/json' };
  const response = await app.call('DELETE', `/api/offers/${_id}`, undefined, { headers });
  expect(response.body).toEqual({ success: true, message: 'Offer deleted successfully' });
  const empty = await app.http.fastify.inject({ method: 'POST', url: '/api/offers', headers });
  expect(empty.json()).toMatchObject({ success: false, message: 'The body is empty. Send JSON, or no content type.' });
});

test.each(['{"__proto__": {"a": 1}}', '{"constructor": {"prototype": {"a": 1}}}', '{"steps": [{"__proto__": null}]}'])(
  'rejects a body that reaches for Object.prototype: %s',
  async (payload) => {
    const headers = { ...session.headers, 'content-type': 'application/json' };
    const answer = await app.call('POST', '/api/offers', payload, { headers });
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'bad_request' }]);
  },
);
