import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession, type TestSession } from '#test/admin-session.ts';
import { offerInput } from '#test/builders/offers.ts';
import { buildUser } from '#test/builders/users.ts';
import { createTestApp, TEST_PLATFORM_KEY, type TestApp } from '#test/test-app.ts';

let app: TestApp;
let admin: TestSession;
beforeAll(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://rewards.example', COINS_PER_RUPEE: '2' });
  admin = await openAdminSession(app);
});
afterAll(() => app.close());

let keys = 0;
const newKey = (): string => `key-${(keys += 1)}`;
const BEARER = { authorization: `Bearer ${TEST_PLATFORM_KEY}` };

interface Answer {
  status: number;
  replayed: boolean;
  retryAfter: string | undefined;
  body: Record<string, never> & { code?: string };
}

async function call(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await app.http.fastify.inject({
    method,
    url: `/api/platform/${path}`,
    headers: { ...BEARER, ...headers },
    ...(body ? { payload: body } : {}),
  });
  return {
    status: response.statusCode,
    replayed: response.headers['idempotent-replayed'] === 'true',
    retryAfter: response.headers['retry-after'] as string | undefined,
    body: response.json(),
  };
}
const post = (path: string, body: object, key = newKey()): Promise<Answer> =>
  call('POST', path, body, { 'idempotency-key': key });
const rows = async (statement: ReturnType<typeof sql>): Promise<number> => (await app.database.query(statement)).length;

async function createOffer(overrides: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const response = await app.http.fastify.inject({
    method: 'POST',
    url: '/api/offers',
    headers: admin.headers,
    payload: offerInput(overrides),
  });
  expect(response.statusCode).toBe(200);
  const { _id } = response.json<{ offer: { _id: string } }>().offer;
  // Every node sees the new offer within half a second.
  await expect.poll(async () => (await post('clicks', { offerId: _id })).status, { timeout: 3_000 }).not.toBe(404);
  return _id;
}

describe('who may call', () => {
  it.each([
    ['no key', {}],
    ['another key', { authorization: 'Bearer wrong-key-wrong-key-wrong' }],
    ['the key in another scheme', { authorization: `Basic ${TEST_PLATFORM_KEY}` }],
  ])('refuses a call with %s', async (_, headers) => {
    for (const [method, path] of [
      ['GET', 'offers'],
      ['GET', 'users/x'],
      ['POST', 'users'],
      ['POST', 'clicks'],
    ] as const) {
      const response = await app.http.fastify.inject({
        method,
        url: `/api/platform/${path}`,
        headers: { ...headers, 'idempotency-key': 'k' },
      });
      expect(response.statusCode, path).toBe(401);
    }
  });

  it("refuses an administrator's session", async () => {
    const response = await app.http.fastify.inject({
      method: 'GET',
      url: '/api/platform/offers',
      headers: admin.headers,
    });
    expect(response.statusCode).toBe(401);
  });

  it('opens nothing of the back-office', async () => {
    expect((await app.http.fastify.inject({ method: 'GET', url: '/api/users', headers: BEARER })).statusCode).toBe(401);
  });

  it('says that it is off when no key is set', async () => {
    const off = await createTestApp({ PLATFORM_API_KEY: '' });
    for (const [method, url] of [
      ['GET', '/api/platform/offers'],
      ['POST', '/api/platform/users'],
    ] as const) {
      const response = await off.http.fastify.inject({ method, url, headers: BEARER });
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({
        success: false,
        code: 'not_found',
        message: 'The platform API is off. Set PLATFORM_API_KEY to turn it on.',
      });
    }
    await off.close();
  });
});

describe('an Idempotency-Key', () => {
  it('is required', async () => {
    for (const key of [undefined, '', 'with space', 'x'.repeat(256)]) {
      const answer = await call(
        'POST',
        'users',
        { uid: 'keyless' },
        key === undefined ? {} : { 'idempotency-key': key },
      );
      expect(answer, String(key)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    }
    expect(await rows(sql`select 1 from users where uid = 'keyless'`)).toBe(0);
  });

  it('answers a repeat with the first answer, also when the content is spelled in another order', async () => {
    const key = newKey();
    const first = await post('users', { uid: 'replay', name: 'First' }, key);
    const again = await post('users', { name: 'First', uid: 'replay' }, key);
    expect(first).toMatchObject({ status: 200, replayed: false });
    expect(again).toEqual({ ...first, replayed: true });
  });

  it('refuses another request', async () => {
    const key = newKey();
    await post('users', { uid: 'mismatch-1' }, key);
    expect(await post('users', { uid: 'mismatch-2' }, key)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_mismatch' },
    });
    expect(await rows(sql`select 1 from users where uid = 'mismatch-2'`)).toBe(0);
  });

  it('does the work once when 20 send it at the same time', async () => {
    const key = newKey();
    const offerId = await createOffer({ title: 'At once' });
    const before = await rows(sql`select 1 from clicks where offer_id = ${offerId}`);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('clicks', { offerId, p1: 'x' }, key)));
    for (const answer of answers) expect([200, 409]).toContain(answer.status);
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(answer).toMatchObject({ retryAfter: '1', body: { code: 'idempotency_in_progress' } });
    }
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(await rows(sql`select 1 from clicks where offer_id = ${offerId}`)).toBe(before + 1);
    expect((await post('clicks', { offerId, p1: 'x' }, key)).body).toEqual(
      answers.find(({ status }) => status === 200)?.body,
    );
  });

  it('says 409 while the first request is being worked on, and can be taken over when that one died', async () => {
    const offerId = await createOffer({ title: 'Taken over' });
    const key = newKey();
    const first = await post('clicks', { offerId }, key);
    await app.database.execute(sql`update idempotency_keys set status = null, answer = null where key = ${key}`);
    expect(await post('clicks', { offerId }, key)).toMatchObject({
      status: 409,
      retryAfter: '1',
      body: { code: 'idempotency_in_progress' },
    });
    await app.database.execute(
      sql`update idempotency_keys set created_at = now() - interval '2 minutes' where key = ${key}`,
    );
    const again = await post('clicks', { offerId }, key);
    expect(again).toMatchObject({ status: 200, replayed: false });
    expect(again.body).not.toEqual(first.body);
  });

  it('keeps the answer together with the user, so that no crash can part them', async () => {
    const key = newKey();
    await app.database.execute(
      sql`alter table idempotency_keys add constraint broken check (answer is null) not valid`,
    );
    expect((await post('users', { uid: 'parted' }, key)).status).toBe(500);
    await app.database.execute(sql`alter table idempotency_keys drop constraint broken`);
    expect(await rows(sql`select 1 from users where uid = 'parted'`)).toBe(0);
    expect((await post('users', { uid: 'parted' }, key)).status).toBe(200);
  });

  it('of a refused request can be used again once the reason is gone', async () => {
    const key = newKey();
    expect((await post('users', { uid: 'later', usedReferralCode: 'COMES-LATER' }, key)).status).toBe(400);
    await buildUser(app, { uid: 'referrer-late', referralCode: 'COMES-LATER' });
    expect((await post('users', { uid: 'later', usedReferralCode: 'COMES-LATER' }, key)).status).toBe(200);
  });
});

describe('users', () => {
  it('are created with an empty wallet and read back', async () => {
    const created = await post('users', {
      uid: 'u-1',
      name: 'Ravi',
      email: 'ravi@example.com',
      phone: '+91 90000 00001',
      gender: 'Male',
      referralCode: 'RAVI1',
    });
    const user = {
      uid: 'u-1',
      name: 'Ravi',
      email: 'ravi@example.com',
      phone: '+91 90000 00001',
      gender: 'Male',
      coins: 0,
      heldCoins: 0,
      completedCount: 0,
      referralCode: 'RAVI1',
      usedReferralCode: null,
      createdAt: expect.any(String) as string,
    };
    expect(created).toMatchObject({ status: 200, body: { success: true, user } });
    expect((await call('GET', 'users/u-1')).body).toEqual({ success: true, user: { ...user, entries: [] } });
    const audit = await app.database.query(
      sql`select actor_kind from audit_log where action = 'users.create' and entity_id = 'u-1'`,
    );
    expect(audit).toEqual([{ actor_kind: 'platform' }]);
  });

  it('show their coins and newest entries', async () => {
    await buildUser(app, { uid: 'rich', coins: 120 });
    const { user } = (await call('GET', 'users/rich')).body as unknown as {
      user: { coins: number; entries: { amount: number; kind: string }[] };
    };
    expect(user.coins).toBe(120);
    expect(user.entries).toMatchObject([{ amount: 120, kind: 'reward', balanceAfter: 120 }]);
  });

  it('get a referral code of their own when they bring none', async () => {
    const { user } = (await post('users', { uid: 'codeless' })).body as unknown as { user: { referralCode: string } };
    expect(user.referralCode).toMatch(/^[A-Za-z0-9]{10}$/);
  });

  it('cannot take an ID or a referral code that is taken', async () => {
    await post('users', { uid: 'taken', referralCode: 'TAKEN' });
    expect(await post('users', { uid: 'taken' })).toMatchObject({
      status: 409,
      body: { code: 'conflict', errors: { uid: expect.any(String) as string } },
    });
    expect(await post('users', { uid: 'taken-2', referralCode: 'TAKEN' })).toMatchObject({
      status: 409,
      body: { code: 'conflict', errors: { referralCode: expect.any(String) as string } },
    });
  });

  it('are made once when the same ID is sent under many keys at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => post('users', { uid: 'crowd' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(11);
  });

  it.each([
    ['their own code', { uid: 'self-1', referralCode: 'SELF-1', usedReferralCode: 'SELF-1' }],
    ['a code that nobody has', { uid: 'self-2', usedReferralCode: 'NOBODY' }],
    [
      'the code of another account with their e-mail address',
      { uid: 'self-3', email: 'ME@example.com', usedReferralCode: 'MINE' },
    ],
    ['the code of another account with their phone', { uid: 'self-4', phone: '90000 77777', usedReferralCode: 'MINE' }],
  ])('cannot use %s', async (_, body) => {
    await buildUser(app, { uid: 'me', email: 'me@example.com', phone: '9000077777', referralCode: 'MINE' }).catch(
      () => undefined,
    );
    expect(await post('users', body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: { usedReferralCode: expect.any(String) as string } },
    });
    expect(await rows(sql`select 1 from users where uid = ${body.uid}`)).toBe(0);
  });

  it("can use a friend's code", async () => {
    await buildUser(app, { uid: 'friend', referralCode: 'FRIEND' });
    expect((await post('users', { uid: 'invited', usedReferralCode: 'FRIEND' })).body).toMatchObject({
      user: { usedReferralCode: 'FRIEND' },
    });
  });

  it.each([
    ['no ID', {}],
    ['an empty ID', { uid: ' ' }],
    ['a line break in the name', { uid: 'bad', name: 'a\nb' }],
    ['a NUL in the ID', { uid: 'b\0d' }],
    ['something that is no e-mail', { uid: 'bad', email: 'nobody' }],
    ['coins', { uid: 'bad', phone: 'call me' }],
    ['a list', { uid: ['bad'] }],
    ['a code with spaces', { uid: 'bad', referralCode: 'a b c' }],
  ])('are refused with %s', async (_, body) => {
    expect(await post('users', body)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  it('bring no coins of their own', async () => {
    expect((await post('users', { uid: 'coins-in-body', coins: 1_000_000 })).body).toMatchObject({
      user: { coins: 0 },
    });
  });

  it('that nobody knows are not found', async () => {
    expect(await call('GET', 'users/stranger')).toMatchObject({ status: 404, body: { code: 'user_not_found' } });
  });
});

describe('clicks', () => {
  it('are made for a user and lead to the tracking link, then to the advertiser', async () => {
    const offerId = await createOffer({
      title: 'Click me',
      trackingUrl: 'https://network.example/go?c={click_id}&s={p1}&z={zone}',
    });
    await buildUser(app, { uid: 'clicker' });
    const { status, body } = await post('clicks', {
      uid: 'clicker',
      offerId,
      p1: 'ravi@upi',
      params: { zone: 'north west' },
    });
    expect(status).toBe(200);
    const { clickId, redirectUrl } = body as unknown as { clickId: string; redirectUrl: string };
    expect(clickId).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(redirectUrl).toMatch(/^https:\/\/rewards\.example\/track\//);
    const stored = await app.database.query(sql`
      select u.uid, c.status, c.p1, c.upi from clicks c join users u on u.id = c.user_id where c.id = ${clickId}`);
    expect(stored).toEqual([{ uid: 'clicker', status: 'pending', p1: 'ravi@upi', upi: 'ravi@upi' }]);

    const followed = await app.http.fastify.inject({
      method: 'GET',
      url: redirectUrl.replace('https://rewards.example', ''),
      headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/130 Mobile Safari/537.36' },
    });
    expect(followed.statusCode).toBe(302);
    expect(followed.headers.location).toBe(`https://network.example/go?c=${clickId}&s=ravi%40upi&z=north%20west`);
  });

  it('need a user and an offer that exist', async () => {
    const offerId = await createOffer({ title: 'Needs a user' });
    expect(await post('clicks', { uid: 'stranger', offerId })).toMatchObject({
      status: 404,
      body: { code: 'user_not_found' },
    });
    expect(await post('clicks', { offerId: 'off_none' })).toMatchObject({
      status: 404,
      body: { code: 'offer_not_found' },
    });
  });
});

describe('offers', () => {
  it('are the active ones, with what each event earns and nothing that only the network may know', async () => {
    const offerId = await createOffer({
      title: 'For the app',
      coins: 250,
      postbackToken: 'very-secret-token',
      trackingUrl: 'https://network.example/secret?c={click_id}',
    });
    const inactive = await createOffer({ title: 'Not for the app', isActive: false });
    const answer = await call('GET', 'offers');
    const { offers, total } = answer.body as unknown as { offers: { offerId: string }[]; total: number };
    expect(total).toBe(offers.length);
    expect(offers.map((offer) => offer.offerId)).not.toContain(inactive);
    expect(offers.find((offer) => offer.offerId === offerId)).toMatchObject({
      title: 'For the app',
      coins: 250,
      type: 'install',
      steps: [{ title: 'Install', description: 'From the store.' }],
      // No payout: 40 % of 250 coins. ₹12.50 at 2 coins each: 25.
      events: [
        { name: 'install', isRequired: true, coins: 100 },
        { name: 'deposit', isRequired: true, coins: 25 },
      ],
      trackingLink: `https://rewards.example/track/${offerId}`,
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/network\.example|very-secret|postbackToken|ipWhitelist/);
  });
});
