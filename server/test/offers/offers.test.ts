import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Offer, OfferSummary } from '@muneem/contract/offers';
import { sql } from '#platform/database/index.ts';
import { openAdminSession, type TestSession } from '#test/admin-session.ts';
import { offerInput } from '#test/builders/offers.ts';
import { createTestApp, type TestApp } from '#test/test-app.ts';

let app: TestApp;
let session: TestSession;

beforeAll(async () => {
  app = await createTestApp({}, { now: '2026-11-21T06:00:00Z' });
  session = await openAdminSession(app, 'asha@example.com');
});
afterAll(() => app.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
async function call<Answer = Record<string, unknown>>(method: Method, url: string, payload?: object) {
  const response = await app.http.fastify.inject({
    method,
    url,
    headers: session.headers,
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: response.statusCode, headers: response.headers, body: response.json() as Answer };
}

async function createOffer(overrides: Readonly<Record<string, unknown>> = {}): Promise<Offer> {
  const { status, body } = await call<{ offer: Offer }>('POST', '/api/offers', offerInput(overrides));
  expect(status, JSON.stringify(body)).toBe(200);
  return body.offer;
}

const refusal = async (overrides: Readonly<Record<string, unknown>>) => {
  const { status, body } = await call<{ errors?: Record<string, string>; code: string }>(
    'POST',
    '/api/offers',
    offerInput(overrides),
  );
  expect(status).toBe(400);
  expect(body.code).toBe('validation_failed');
  return body.errors;
};

describe('creating an offer', () => {
  test('answers the whole offer with its defaults and its first three events as flat fields too', async () => {
    const offer = await createOffer();
    expect(offer).toEqual({
      _id: expect.stringMatching(/^ofr_[0-9A-Z]{26}$/),
      title: 'Rummy Stars',
      description: 'Install and play one round.',
      coins: 250,
      type: 'install',
      offerCategory: 'regular',
      requirements: 'A new account.',
      image: '',
      developer: '',
      rating: 4,
      downloads: '',
      category: '',
      trackingUrl: 'https://network.example/click?c={click_id}',
      pollUrl: '',
      hasPostbackToken: false,
      postbackToken: '',
      customClickIdParams: [],
      deadline: '7 days',
      steps: [{ id: 1, title: 'Install', description: 'From the store.', isCompleted: false }],
      isActive: true,
      events: [
        {
          _id: expect.any(Number),
          eventName: 'install',
          eventPayout: 0,
          eventCap: 1000,
          eventCount: 0,
          eventOrder: 1,
          isRequired: true,
          description: '',
        },
        {
          _id: expect.any(Number),
          eventName: 'deposit',
          eventPayout: 12.5,
          eventCap: 2,
          eventCount: 0,
          eventOrder: 2,
          isRequired: true,
          description: 'First deposit',
        },
      ],
      event1: 'install',
      epo1: 0,
      ecap1: 1000,
      event1Count: 0,
      event2: 'deposit',
      epo2: 12.5,
      ecap2: 2,
      event2Count: 0,
      event3: '',
      epo3: 0,
      ecap3: 1000,
      event3Count: 0,
      ipWhitelistSwitch: 'inactive',
      ipWhitelist: '',
      ipBlock: 'inactive',
      completedCount: 0,
      completedBy: [],
      version: 1,
      createdAt: '2026-11-21T06:00:00.000Z',
      updatedAt: '2026-11-21T06:00:00.000Z',
    });
  });

  test('takes events from the flat fields of an old client: two required, the third optional', async () => {
    const offer = await createOffer({
      events: undefined,
      event1: 'install',
      epo1: 5,
      event2: 'signup',
      epo2: 7.25,
      ecap2: 9,
      event3: 'order',
    });
    expect(
      offer.events.map(({ eventName, eventPayout, eventCap, isRequired }) => [
        eventName,
        eventPayout,
        eventCap,
        isRequired,
      ]),
    ).toEqual([
      ['install', 5, 1000, true],
      ['signup', 7.25, 9, true],
      ['order', 0, 1000, false],
    ]);
  });

  test.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['no title', { title: '  ' }, { title: 'Title is required' }],
    ['no description', { description: '' }, { description: 'Description is required' }],
    ['no coins', { coins: 0 }, { coins: 'Coins must be greater than 0' }],
    ['negative coins', { coins: -5 }, { coins: 'Coins must be greater than 0' }],
    ['coins as text', { coins: '0x10' }, { coins: 'Coins must be greater than 0' }],
    ['half a coin', { coins: 1.5 }, { coins: 'Coins must be a whole number' }],
    ['no requirements', { requirements: '' }, { requirements: 'Requirements are required' }],
    ['no type', { type: '' }, { type: 'Offer type is required' }],
    [
      'a prime category with a regular type',
      { offerCategory: 'prime' },
      { type: 'Choose a type that belongs to the offer category' },
    ],
    ['no tracking URL', { trackingUrl: '' }, { trackingUrl: 'Tracking URL is required' }],
    [
      'a tracking URL without the macro',
      { trackingUrl: 'https://a.example' },
      { trackingUrl: 'Tracking URL must include {click_id} placeholder' },
    ],
    [
      'a script as tracking URL',
      { trackingUrl: 'javascript:{click_id}' },
      { trackingUrl: 'Tracking URL must start with http:// or https://' },
    ],
    [
      'a status URL without the macro',
      { pollUrl: 'https://a.example' },
      { pollUrl: 'Status URL must include {click_id} placeholder' },
    ],
    [
      'a short token',
      { postbackToken: '1234567' },
      { postbackToken: 'Postback token should be at least 8 characters' },
    ],
    [
      'an empty step',
      {
        steps: [
          { title: 'a', description: 'b' },
          { title: '', description: 'b' },
        ],
      },
      { 'steps.1.title': 'All steps must have a title and description' },
    ],
    ['no step', { steps: [] }, { steps: 'Add at least one step' }],
    [
      'seven steps',
      { steps: Array.from({ length: 7 }, () => ({ title: 'a', description: 'b' })) },
      { steps: 'An offer has at most 6 steps' },
    ],
    ['no event', { events: [] }, { events: 'Add at least one event' }],
    ['neither events nor flat fields', { events: undefined }, { events: 'Add at least one event' }],
    [
      'a negative payout',
      { events: [{ eventName: 'a', eventPayout: -1 }] },
      { 'events.0.eventPayout': 'Payout must be 0 or more' },
    ],
    [
      'thousandths of a rupee',
      { events: [{ eventName: 'a', eventPayout: 0.125 }] },
      { 'events.0.eventPayout': 'Payout can have at most two decimals' },
    ],
    [
      'a cap of none',
      { events: [{ eventName: 'a', eventCap: 0 }] },
      { 'events.0.eventCap': 'Daily cap must be a whole number of at least 1' },
    ],
    [
      'one event name twice',
      { events: [{ eventName: 'Install' }, { eventName: 'install ' }] },
      { 'events.1.eventName': 'Each event needs a name of its own' },
    ],
    [
      'bad parameter names',
      { customClickIdParams: ['ok', 'a b', 'c!'] },
      {
        customClickIdParams:
          'Invalid parameter names: a b, c!. Only letters, numbers, underscores, and hyphens are allowed.',
      },
    ],
    [
      'a whitelist with a word in it',
      { ipWhitelist: '10.0.0.1, nobody' },
      { ipWhitelist: '"nobody" is not an IP address or range' },
    ],
    [
      'a whitelist that is on and empty',
      { ipWhitelistSwitch: 'active' },
      { ipWhitelist: 'Enter at least one IP address, or switch the whitelist off' },
    ],
    ['a title of 10,000 characters', { title: 'x'.repeat(10_000) }, { title: 'Use at most 200 characters' }],
  ])('refuses %s with the message at its field', async (_, overrides, errors) => {
    expect(await refusal(overrides)).toEqual(errors);
  });

  test('keeps markup, formulas, right-to-left text and emoji as plain text', async () => {
    const title = '<script>alert(1)</script> =HYPERLINK("x") مرحبا 🎁 %_\\';
    const { _id } = await createOffer({ title });
    expect((await call<Offer>('GET', `/api/offers/${_id}`)).body.title).toBe(title);
    const found = await call<OfferSummary[]>('GET', `/api/offers/regular?search=${encodeURIComponent('%_\\')}`);
    expect(found.body.map((offer) => offer._id)).toEqual([_id]);
  });

  test('answers 400 to a character that no database can store', async () => {
    for (const overrides of [{ title: 'a\0b' }, { steps: [{ title: 'a\0', description: 'b' }] }]) {
      expect((await call('POST', '/api/offers', offerInput(overrides))).status).toBe(400);
    }
    expect((await call('GET', '/api/offers/regular?search=%00')).status).toBe(400);
    expect((await call('GET', '/api/offers/a%00b')).status).toBe(400);
  });

  test('is refused without a session', async () => {
    const response = await app.http.fastify.inject({ method: 'POST', url: '/api/offers', payload: offerInput() });
    expect(response.statusCode).toBe(401);
  });
});

describe('the postback token', () => {
  test('is shown for the single offer only and is not readable in the database or the audit log', async () => {
    const { _id } = await createOffer({ postbackToken: 'hush-hush-1' });
    const list = await call<OfferSummary[]>('GET', '/api/offers/regular');
    expect(JSON.stringify(list.body)).not.toContain('hush-hush-1');
    expect(list.body.find((offer) => offer._id === _id)?.hasPostbackToken).toBe(true);
    expect((await call<Offer>('GET', `/api/offers/${_id}`)).body.postbackToken).toBe('hush-hush-1');
    const [stored] = await app.database.query<{ text: string }>(
      sql`select o::text as text from offers o where id = ${_id}`,
    );
    expect(stored?.text).not.toContain('hush-hush-1');
    const audit = await app.database.query<{ text: string }>(
      sql`select a::text as text from audit_log a where entity_id = ${_id}`,
    );
    expect(audit).toHaveLength(1);
    expect(audit[0]?.text).not.toContain('hush-hush-1');
  });

  test('stays when a change does not name it and goes when it is sent empty', async () => {
    const { _id } = await createOffer({ postbackToken: 'hush-hush-2' });
    const kept = await call<{ offer: Offer }>('PUT', `/api/offers/${_id}`, offerInput());
    expect(kept.body.offer.postbackToken).toBe('hush-hush-2');
    const gone = await call<{ offer: Offer }>('PUT', `/api/offers/${_id}`, offerInput({ postbackToken: '' }));
    expect(gone.body.offer).toMatchObject({ postbackToken: '', hasPostbackToken: false });
  });
});

describe('changing an offer', () => {
  test('raises the version and writes down who changed what', async () => {
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
      actor_name: 'asha@example.com',
      action: 'offers.update',
      before: { coins: 250, isActive: true },
      after: { coins: 300, isActive: false },
    });
  });

  test('keeps what the body leaves out: an inactive offer does not come alive', async () => {
    const { _id } = await createOffer({
      isActive: false,
      developer: 'Dice Ltd',
      ipBlock: 'active',
      deadline: '3 days',
    });
    const { body } = await call<{ offer: Offer }>('PUT', `/api/offers/${_id}`, offerInput());
    expect(body.offer).toMatchObject({ isActive: false, developer: 'Dice Ltd', ipBlock: 'active', deadline: '3 days' });
  });

  test('is refused over a newer version, and nothing is saved', async () => {
    const { _id } = await createOffer();
    await call('PUT', `/api/offers/${_id}`, offerInput({ coins: 300, version: 1 }));
    const late = await call('PUT', `/api/offers/${_id}`, offerInput({ coins: 400, version: 1 }));
    expect([late.status, late.body['code']]).toEqual([409, 'version_conflict']);
    expect((await call<Offer>('GET', `/api/offers/${_id}`)).body.coins).toBe(300);
  });

  test('of two at once over the same version exactly one wins', async () => {
    const { _id } = await createOffer();
    const answers = await Promise.all(
      [300, 400, 500].map((coins) => call('PUT', `/api/offers/${_id}`, offerInput({ coins, version: 1 }))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  test('cannot move it between regular and prime', async () => {
    const { _id } = await createOffer();
    const { status, body } = await call<{ errors: Record<string, string> }>(
      'PUT',
      `/api/offers/${_id}`,
      offerInput({ type: 'prime' }),
    );
    expect(status).toBe(400);
    expect(body.errors).toEqual({ type: 'The category of an offer cannot be changed after it was created' });
  });

  test("keeps an event's count over reordering, renaming, and removing and adding it again", async () => {
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
    const renamed = await put([{ _id: deposit?._id, eventName: 'order' }, { eventName: 'install' }]);
    expect(renamed.events[0]).toMatchObject({ _id: deposit?._id, eventName: 'order', eventCount: 2 });
    const removed = await put([{ eventName: 'install' }]);
    expect(removed.events.map((event) => event._id)).toEqual([install?._id]);
    const back = await put([{ eventName: 'install' }, { eventName: 'order' }]);
    expect(back.events[1]).toMatchObject({ _id: deposit?._id, eventCount: 2 });
  });

  test('of an offer that does not exist answers 404', async () => {
    const { status, body } = await call('PUT', '/api/offers/ofr_none', offerInput());
    expect([status, body['code']]).toEqual([404, 'offer_not_found']);
  });
});

describe('deleting an offer', () => {
  test('takes it off the lists once; its row stays for the reports', async () => {
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
      { title: 'Rummy Stars', is_active: false },
    ]);
  });
});

test('a DELETE that names a content type and has no body works like any other', async () => {
  const { _id } = await createOffer();
  const headers = { ...session.headers, 'content-type': 'application/json' };
  const response = await app.http.fastify.inject({ method: 'DELETE', url: `/api/offers/${_id}`, headers });
  expect(response.json()).toEqual({ success: true, message: 'Offer deleted successfully' });
  const empty = await app.http.fastify.inject({ method: 'POST', url: '/api/offers', headers });
  expect(empty.json()).toMatchObject({ success: false, message: 'The body is empty. Send JSON, or no content type.' });
  const poisoned = await app.http.fastify.inject({
    method: 'POST',
    url: '/api/offers',
    headers,
    payload: '{"__proto__": {"a": 1}}',
  });
  expect(poisoned.statusCode).toBe(400);
});

describe('the lists', () => {
  test('answer a bare array with its number in a header, and an object with the total when a page is asked for', async () => {
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

  test('search regular offers by their type, and filter by state', async () => {
    const { _id } = await createOffer({ title: 'Watch', description: 'x', type: 'video', isActive: false });
    expect(
      (await call<OfferSummary[]>('GET', '/api/offers/regular?search=VIDEO')).body.map((offer) => offer._id),
    ).toEqual([_id]);
    expect((await call<OfferSummary[]>('GET', '/api/offers/regular?search=video&status=active')).body).toEqual([]);
  });

  test('refuse an unknown sort and a page of zero', async () => {
    expect((await call('GET', '/api/offers/prime?sort=password')).status).toBe(400);
    expect((await call('GET', '/api/offers/prime?page=0')).status).toBe(400);
  });
});

describe('who completed an offer', () => {
  test('the single offer names the newest 100 and says how many there are', async () => {
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
  test('are listed, added one by one and removed, without a new version of the offer', async () => {
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

  test.each([
    ['', 400, 'Parameter name cannot be empty'],
    ['a b', 400, 'Parameter "a b" is invalid. Only letters, numbers, underscores, and hyphens are allowed.'],
    ['tid', 409, 'Parameter "tid" already exists'],
  ])('refuse %j', async (parameterName, status, message) => {
    const { _id } = await createOffer({ customClickIdParams: ['tid'] });
    const answer = await call('POST', `/api/offers/${_id}/custom-click-params`, { parameterName });
    expect([answer.status, answer.body['message']]).toEqual([status, message]);
  });

  test('two people adding at once lose nothing', async () => {
    const { _id } = await createOffer();
    await Promise.all(
      ['a', 'b', 'c', 'd'].map((parameterName) =>
        call('POST', `/api/offers/${_id}/custom-click-params`, { parameterName }),
      ),
    );
    const { body } = await call<{ customClickIdParams: string[] }>('GET', `/api/offers/${_id}/custom-click-params`);
    expect(body.customClickIdParams.toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('removing an unknown one answers 404', async () => {
    const { _id } = await createOffer();
    expect((await call('DELETE', `/api/offers/${_id}/custom-click-params/none`)).status).toBe(404);
  });
});
