import { describe, expect, test } from 'vitest';
import type { CustomPostback } from '@muneem/contract/custom-postbacks';
import { createDeliveryApp, postbackInput } from './delivery-app.ts';

interface Refused {
  readonly message: string;
  readonly code: string;
  readonly errors?: Record<string, string>;
}

const app = await createDeliveryApp({ EGRESS_ALLOW: '' });
const offerId = await app.createOffer();

const create = <Body>(overrides: Readonly<Record<string, unknown>>) =>
  app.call<Body>('POST', `/api/offers/${offerId}/custom-postbacks`, postbackInput(overrides));
const audit = (id: string) =>
  app.rows<{ action: string; actorName: string; before: unknown; after: unknown }>(
    'select action, actor_name, before, after from audit_log where entity_id = $1 order by id',
    [id],
  );

/** The field, the invalid value and the expected message. */
type Refusal = [string, Readonly<Record<string, unknown>>, unknown];
const REFUSALS: Refusal[] = [
  ['companyName', { companyName: ' ' }, 'Company name is required'],
  ['companyId', { companyId: '' }, 'Company ID is required'],
  ['eventName', { eventName: '' }, 'Event type is required'],
  ['postbackUrl', { postbackUrl: '' }, 'Postback URL is required'],
  ['contactEmail', { contactEmail: 'nobody' }, 'Use an email address like name@example.com'],
  ['priority', { priority: 0 }, 'Priority must be a whole number from 1 to 10'],
  ['priority', { priority: 11 }, 'Priority must be a whole number from 1 to 10'],
  ['retryCount', { retryCount: -1 }, 'Retry count must be a whole number from 0 to 10'],
  ['retryCount', { retryCount: 11 }, 'Retry count must be a whole number from 0 to 10'],
  ['timeout', { timeout: 999 }, 'Timeout must be a whole number from 1000 to 60000 ms'],
  ['timeout', { timeout: 60_001 }, 'Timeout must be a whole number from 1000 to 60000 ms'],
  ['timeout', { timeout: 1000.5 }, 'Timeout must be a whole number from 1000 to 60000 ms'],
  ['companyName', { companyName: 'a\nb' }, 'Use a single line of text'],
  ['httpMethod', { httpMethod: 'PUT' }, expect.any(String)],
  ['bodyTemplate', { bodyTemplate: '{"a":1}' }, 'Only a POST postback has a body'],
  ['bodyTemplate', { httpMethod: 'POST', bodyTemplate: '{click_id}' }, expect.stringContaining('must be JSON')],
  ['postbackUrl', { postbackUrl: 'ftp://tracker.example/' }, expect.stringContaining('Use a URL like')],
  ['postbackUrl', { postbackUrl: 'javascript:alert(1)' }, expect.stringContaining('Use a URL like')],
  ['postbackUrl', { postbackUrl: 'https://user:pass@tracker.example/' }, expect.stringContaining('Use a URL')],
  ['postbackUrl', { postbackUrl: 'https://{p1}.example/' }, expect.stringContaining('Use a URL like')],
  ['postbackUrl', { postbackUrl: 'https://tracker.example:{p1}/' }, expect.stringContaining('Use a URL like')],
  ['postbackUrl', { postbackUrl: 'https://%7Bp1%7D.example/' }, expect.stringContaining('Use a URL like')],
  ['postbackUrl', { postbackUrl: 'https://t.example/?c={click_id}&amp;p={payout}' }, 'Write & instead of &amp;'],
  ['postbackUrl', { postbackUrl: 'https://t.example/?c=${click_id}' }, expect.stringContaining('dollar sign')],
  ['postbackUrl', { postbackUrl: 'http://127.0.0.1/' }, expect.stringContaining('not public')],
  ['authentication.token', { authentication: { type: 'bearer' } }, 'Token is required'],
  ['authentication.token', { authentication: { type: 'bearer', token: 'a\r\nHost: b' } }, 'Use a single line of text'],
  ['authentication.username', { authentication: { type: 'basic', password: 'x' } }, 'Username is required'],
  ['authentication.password', { authentication: { type: 'basic', username: 'x' } }, 'Password is required'],
  [
    'authentication.username',
    { authentication: { type: 'basic', username: 'a:b', password: 'x' } },
    expect.any(String),
  ],
  ['authentication.apiKey', { authentication: { type: 'api_key' } }, 'API key is required'],
  ...['Host', 'content-length', 'X Y', 'X-Muneem-Delivery', 'Transfer-Encoding', 'a:b'].map((name): Refusal => {
    const authentication = { type: 'api_key', apiKey: 'k', apiKeyHeader: name };
    return ['authentication.apiKeyHeader', { authentication }, 'This header name cannot be used'];
  }),
];

describe('adding', () => {
  // covers 001-3.16 001-4.13 001-5.9 001-7.20 001-9.12
  test('applies the defaults of the specification and starts inactive', async () => {
    const { status, body } = await create<{ postback: CustomPostback; message: string; unknownMacros: string[] }>({});
    expect(status).toBe(200);
    expect(body.postback).toMatchObject({
      _id: expect.stringMatching(/^cpb_/),
      offerId,
      companyName: 'Track & Co',
      companyId: 'track-1',
      contactEmail: '',
      contactPerson: '',
      eventName: 'install',
      eventKnown: true,
      httpMethod: 'GET',
      authentication: { type: 'none' },
      priority: 1,
      retryCount: 3,
      timeout: 10_000,
      status: 'inactive',
      pausedReason: null,
      failuresInRow: 0,
      waitingCount: 0,
      unknownMacros: [],
      statistics: { totalFired: 0, successCount: 0, errorCount: 0, successRate: 0 },
      version: 1,
    });
    expect(await audit(body.postback._id)).toMatchObject([
      { action: 'custom_postbacks.create', actorName: 'admin@example.com', after: { offerId, eventName: 'install' } },
    ]);
  });

  // covers 001-3.16 001-7.20
  test.each([
    [{ type: 'none' }, { type: 'none' }],
    [
      { type: 'bearer', token: 'bearer-secret-1111' },
      { type: 'bearer', token: '••••••••1111' },
    ],
    [
      { type: 'basic', username: 'asha', password: 'basic-secret-2222' },
      { type: 'basic', username: 'asha', password: '••••••••2222' },
    ],
    [
      { type: 'api_key', apiKey: 'key-secret-3333' },
      { type: 'api_key', apiKey: '••••••••3333', apiKeyHeader: 'X-API-Key' },
    ],
    [
      { type: 'api_key', apiKey: 'key-secret-4444', apiKeyHeader: 'X-Partner' },
      { type: 'api_key', apiKey: '••••••••4444', apiKeyHeader: 'X-Partner' },
    ],
  ])('keeps every given field, with authentication %o', async (authentication, shown) => {
    const given = {
      companyName: 'Branch',
      companyId: 'br-7',
      contactEmail: 'ops@branch.example',
      contactPerson: 'Meera Nair',
      eventName: 'deposit',
      postbackUrl: 'https://branch.example/pb?c={click_id}',
      httpMethod: 'POST',
      priority: 7,
      retryCount: 9,
      timeout: 25_000,
    };
    const { body } = await create<{ postback: CustomPostback }>({ ...given, authentication });
    const list = await app.call<{ postbacks: CustomPostback[] }>('GET', `/api/offers/${offerId}/custom-postbacks`);
    const { _id } = body.postback;
    for (const postback of [body.postback, list.body.postbacks.find((each) => each._id === _id)])
      expect(postback).toMatchObject({ ...given, authentication: shown });
  });

  test('reports unknown macros and keeps them', async () => {
    const postbackUrl = 'https://tracker.example/?c={click_id}&a={aff_sub}&b={CLICK_ID}&c2={aff_sub}';
    const { body } = await create<{ postback: CustomPostback; unknownMacros: string[] }>({ postbackUrl });
    expect(body.unknownMacros).toEqual(['aff_sub', 'CLICK_ID']);
    expect(body.postback.postbackUrl).toBe(postbackUrl);
  });

  // covers 001-5.7 001-5.8 001-9.11
  test.each(REFUSALS)('refuses %s of %o', async (field, overrides, message) => {
    const { status, body } = await create<Refused>(overrides);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'validation_failed' });
    expect(body.errors?.[field]).toEqual(message);
  });

  // covers 001-5.8
  test.each([
    { priority: 1, retryCount: 0, timeout: 1000 },
    { priority: 10, retryCount: 10, timeout: 60_000 },
  ])('accepts %o, which is at the limit', async (edges) => {
    const { status, body } = await create<{ postback: CustomPostback }>(edges);
    expect(status).toBe(200);
    expect(body.postback).toMatchObject(edges);
  });

  test('lists the events of the offer when the event is unknown', async () => {
    const { status, body } = await create<Refused>({ eventName: 'level 9' });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: 'event_unknown',
      errors: { eventName: 'The offer has no event "level 9". It has: install, deposit.' },
    });
  });

  test('answers 404 for an unknown offer, and allows at most 200 postbacks', async () => {
    expect((await app.call('POST', '/api/offers/ofr_none/custom-postbacks', postbackInput())).status).toBe(404);
    expect((await app.call('GET', '/api/offers/ofr_none/custom-postbacks')).status).toBe(404);
    expect((await app.call('GET', '/api/offers/ofr_none/postback-stats')).status).toBe(404);
    const full = await app.createOffer();
    await app.addPostback(full);
    await app.rows(
      `insert into custom_postbacks (id, offer_id, company_name, company_id, event_id, postback_url)
       select 'cpb_full' || i, $1, 'c', 'c', e.id, 'https://c.example/'
       from generate_series(1, 198) i join offer_events e on e.offer_id = $1 and e.name = 'install'`,
      [full],
    );
    const both = await Promise.all(
      [1, 2].map(() => app.call('POST', `/api/offers/${full}/custom-postbacks`, postbackInput())),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('changing', () => {
  test('requires the version that the admin saw', async () => {
    const { _id } = await app.addPostback(offerId);
    const change = (version: number) =>
      app.call<Refused>('PUT', `/api/custom-postbacks/${_id}`, postbackInput({ version, priority: 4 }));
    expect((await change(1)).status).toBe(200);
    const refused = await change(1);
    expect(refused.status).toBe(409);
    expect(refused.body.code).toBe('version_conflict');
  });

  // covers 001-4.12 001-4.14 001-7.22
  test('toggles the status without a body, and sets a named status', async () => {
    const { _id } = await app.addPostback(offerId);
    const toggle = async (payload?: object) =>
      (
        await app.call<{ postback: CustomPostback; message: string }>(
          'PATCH',
          `/api/custom-postbacks/${_id}/toggle`,
          payload,
        )
      ).body;
    expect(await toggle()).toMatchObject({
      message: 'Postback activated successfully',
      postback: { status: 'active' },
    });
    expect(await toggle()).toMatchObject({ message: 'Postback paused successfully', postback: { status: 'inactive' } });
    expect((await toggle({ status: 'testing' })).postback.status).toBe('testing');
    expect((await toggle()).postback.status).toBe('active');
    expect((await toggle({ status: 'active' })).postback.status).toBe('active');
    const unknown = await app.call<Refused>('PATCH', `/api/custom-postbacks/${_id}/toggle`, { status: 'paused' });
    expect([unknown.status, unknown.body.code]).toEqual([400, 'validation_failed']);
    const changes = (await audit(_id)).filter(({ action }) => action === 'custom_postbacks.set_status');
    expect(changes).toHaveLength(4);
  });

  // covers 001-7.22
  test('answers 404 for a deleted postback', async () => {
    const { _id } = await app.addPostback(offerId);
    await app.call('DELETE', `/api/custom-postbacks/${_id}`);
    const url = `/api/custom-postbacks/${_id}`;
    const answers = await Promise.all([
      app.call('GET', url),
      app.call('PUT', url, postbackInput()),
      app.call('PATCH', `${url}/toggle`),
      app.call('POST', `${url}/test`, {}),
      app.call('DELETE', url),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    const { body } = await app.call<{ postbacks: CustomPostback[] }>('GET', `/api/offers/${offerId}/custom-postbacks`);
    expect(body.postbacks.map((postback) => postback._id)).not.toContain(_id);
  });

  test('shows an event as unknown when the offer loses it', async () => {
    const other = await app.createOffer();
    const { _id } = await app.addPostback(other, { eventName: 'deposit' });
    await app.updateOffer(other, { events: [{ eventName: 'install', eventPayout: 1, eventCap: 5, isRequired: true }] });
    expect((await app.getPostback(_id)).eventKnown).toBe(false);
  });
});

describe('the list', () => {
  // covers 001-7.19
  test('groups by company, filters and sorts', async () => {
    const other = await app.createOffer();
    await app.addPostback(other, { companyName: 'Beta', priority: 3 });
    await app.addPostback(other, { companyName: 'Alpha', priority: 5, eventName: 'deposit' });
    await app.addPostback(other, { companyName: 'Beta', priority: 1, eventName: 'deposit' });
    interface List {
      postbacks: CustomPostback[];
      groupedByCompany: Record<string, CustomPostback[]>;
      companies: string[];
      total: number;
    }
    const list = async (query = ''): Promise<List> =>
      (await app.call<List>('GET', `/api/offers/${other}/custom-postbacks?${query}`)).body;
    const all = await list();
    expect(all.postbacks.map(({ priority, companyName }) => [priority, companyName])).toEqual([
      [1, 'Beta'],
      [3, 'Beta'],
      [5, 'Alpha'],
    ]);
    expect(all.groupedByCompany).toEqual({ Alpha: [all.postbacks[2]], Beta: all.postbacks.slice(0, 2) });
    expect(all).toMatchObject({ companies: ['Alpha', 'Beta'], total: 3 });
    expect(await list('company=beta&event=deposit')).toMatchObject({ total: 1, companies: ['Alpha', 'Beta'] });
    expect((await list('sort=companyName&order=desc&limit=1&page=3')).postbacks[0]?.companyName).toBe('Alpha');
    expect((await list('search=ALPH')).total).toBe(1);
    expect((await list('search=%25')).total).toBe(0);
  });
});
