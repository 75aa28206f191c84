import { describe, expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { buildUser } from '#test/builders/users.ts';
import { createTestApp, TEST_PLATFORM_KEY } from '#test/test-app.ts';
import { PLATFORM_BEARER, platformClient } from './platform-client.ts';

const app = await createTestApp({ PUBLIC_URL: 'https://rewards.example', COINS_PER_RUPEE: '2' });
const platform = platformClient(app);

describe('authentication', () => {
  it.each([
    ['no key', {}],
    ['another key', { authorization: 'Bearer wrong-key-wrong-key-wrong' }],
    ['the key in another scheme', { authorization: `Basic ${TEST_PLATFORM_KEY}` }],
  ])('rejects a call with %s', async (_, headers) => {
    for (const [method, path] of [
      ['GET', 'offers'],
      ['GET', 'users/x'],
      ['POST', 'users'],
      ['POST', 'clicks'],
    ] as const) {
      const response = await app.call(method, `/api/platform/${path}`, undefined, {
        headers: { ...headers, 'idempotency-key': 'k' },
      });
      expect(response.status, path).toBe(401);
      expect(response.body.message, path).toContain('Send PLATFORM_API_KEY as');
    }
  });

  it("rejects an administrator's session", async () => {
    const response = await app.call('GET', '/api/platform/offers');
    expect(response.status).toBe(401);
  });

  it('answers that the API is off when no key is set', async () => {
    const off = await createTestApp({ PLATFORM_API_KEY: '' });
    for (const [method, url] of [
      ['GET', '/api/platform/offers'],
      ['POST', '/api/platform/users'],
    ] as const) {
      const response = await off.call(method, url, undefined, { headers: PLATFORM_BEARER });
      expect(response.status).toBe(404);
      expect(response.body).toMatchObject({
        success: false,
        code: 'not_found',
        message: 'The platform API is off. Set PLATFORM_API_KEY to turn it on.',
      });
    }
    await off.close();
  });
});

describe('users', () => {
  it('are created with an empty wallet and can be read back', async () => {
    const created = await platform.post('users', {
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
      owedCoins: 0,
      completedCount: 0,
      referralCode: 'RAVI1',
      usedReferralCode: null,
      createdAt: expect.any(String) as string,
    };
    expect(created).toMatchObject({ status: 200, body: { success: true, user } });
    expect((await platform.get('users/u-1')).body).toEqual({ success: true, user: { ...user, entries: [] } });
    const audit = await app.database.query(
      sql`select actor_kind from audit_log where action = 'users.create' and entity_id = 'u-1'`,
    );
    expect(audit).toEqual([{ actorKind: 'platform' }]);
  });

  it('show their coins and newest entries', async () => {
    await buildUser(app, { uid: 'rich', coins: 120 });
    const { user } = (await platform.get('users/rich')).body as unknown as {
      user: { coins: number; entries: { amount: number; kind: string }[] };
    };
    expect(user.coins).toBe(120);
    expect(user.entries).toMatchObject([{ amount: 120, kind: 'reward', balanceAfter: 120 }]);
  });

  it('get a generated referral code when they bring none', async () => {
    const { user } = (await platform.post('users', { uid: 'codeless' })).body as unknown as {
      user: { referralCode: string };
    };
    expect(user.referralCode).toMatch(/^[A-Za-z0-9]{10}$/);
  });

  it('cannot use an ID or a referral code that is taken', async () => {
    await platform.post('users', { uid: 'taken', referralCode: 'TAKEN' });
    expect(await platform.post('users', { uid: 'taken' })).toMatchObject({
      status: 409,
      body: { code: 'conflict', errors: { uid: expect.any(String) as string } },
    });
    expect(await platform.post('users', { uid: 'taken-2', referralCode: 'TAKEN' })).toMatchObject({
      status: 409,
      body: { code: 'conflict', errors: { referralCode: expect.any(String) as string } },
    });
  });

  it('are created once when requests with one ID and many keys race', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => platform.post('users', { uid: 'crowd' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(11);
  });

  it.each([
    ['their own code', { uid: 'self-1', referralCode: 'SELF-1', usedReferralCode: 'SELF-1' }],
    ['an unknown code', { uid: 'self-2', usedReferralCode: 'NOBODY_UID' }],
    [
      'the code of another account with their e-mail address',
      { uid: 'self-3', email: 'ME@example.com', usedReferralCode: 'MINE' },
    ],
    ['the code of another account with their phone', { uid: 'self-4', phone: '90000 77777', usedReferralCode: 'MINE' }],
    [
      'their own phone number with the country code',
      { uid: 'self-6', phone: '+91 90000 77777', usedReferralCode: 'MINE' },
    ],
    ['their own phone number with a zero', { uid: 'self-7', phone: '090000 77777', usedReferralCode: 'MINE' }],
    ['a tagged form of their own e-mail', { uid: 'self-8', email: 'Me+2@Example.com', usedReferralCode: 'MINE' }],
  ])('cannot be referred by %s', async (_, body) => {
    await buildUser(app, { uid: 'me', email: 'me@example.com', phone: '9000077777', referralCode: 'MINE' }).catch(
      () => undefined,
    );
    expect(await platform.post('users', body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: { usedReferralCode: expect.any(String) as string } },
    });
    expect(await platform.countRows(sql`select 1 from users where uid = ${body.uid}`)).toBe(0);
  });

  it("can be referred by a friend's code", async () => {
    await buildUser(app, { uid: 'friend', referralCode: 'FRIEND' });
    expect((await platform.post('users', { uid: 'invited', usedReferralCode: 'FRIEND' })).body).toMatchObject({
      user: { usedReferralCode: 'FRIEND' },
    });
  });

  it.each([
    ['no ID', {}],
    ['an empty ID', { uid: ' ' }],
    ['a line break in the name', { uid: 'bad', name: 'a\nb' }],
    ['a NUL in the ID', { uid: 'b\0d' }],
    ['an invalid e-mail address', { uid: 'bad', email: 'nobody' }],
    ['coins', { uid: 'bad', phone: 'call me' }],
    ['a list', { uid: ['bad'] }],
    ['a code with spaces', { uid: 'bad', referralCode: 'a b c' }],
  ])('are rejected with %s', async (_, body) => {
    expect(await platform.post('users', body)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  it('are refused without an ID, and the answer names the missing field', async () => {
    const { body } = await platform.post('users', { name: 'Ravi' });
    expect(body).toMatchObject({ message: 'uid: This value is missing.', errors: { uid: 'This value is missing.' } });
  });

  it('cannot set their own coins', async () => {
    expect((await platform.post('users', { uid: 'coins-in-body', coins: 1_000_000 })).body).toMatchObject({
      user: { coins: 0 },
    });
  });

  it('answer 404 for an unknown ID', async () => {
    expect(await platform.get('users/stranger')).toMatchObject({ status: 404, body: { code: 'user_not_found' } });
  });
});

describe('clicks', () => {
  it('are made for a user, and lead to the tracking link and then to the advertiser', async () => {
    const offerId = await platform.createOffer({
      title: 'Click me',
      trackingUrl: 'https://network.example/go?c={click_id}&s={p1}&z={zone}',
    });
    await buildUser(app, { uid: 'clicker' });
    const { status, body } = await platform.post('clicks', {
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

    const followed = await app.call('GET', redirectUrl.replace('https://rewards.example', ''), undefined, {
      headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/130 Mobile Safari/537.36' },
    });
    expect(followed.status).toBe(302);
    expect(followed.headers.location).toBe(`https://network.example/go?c=${clickId}&s=ravi%40upi&z=north%20west`);
  });

  it('require an existing user and offer', async () => {
    const offerId = await platform.createOffer({ title: 'Needs a user' });
    expect(await platform.post('clicks', { uid: 'stranger', offerId })).toMatchObject({
      status: 404,
      body: { code: 'user_not_found' },
    });
    expect(await platform.post('clicks', { offerId: 'off_none' })).toMatchObject({
      status: 404,
      body: { code: 'offer_not_found' },
    });
  });
});

describe('offers', () => {
  it("are the active ones with the coins of each event, and without the network's secrets", async () => {
    const offerId = await platform.createOffer({
      title: 'For the app',
      coins: 250,
      postbackToken: 'very-secret-token',
      trackingUrl: 'https://network.example/secret?c={click_id}',
    });
    const inactive = await platform.createOffer({ title: 'Not for the app', isActive: false });
    const answer = await platform.get('offers');
    const { offers, total } = answer.body as unknown as { offers: { offerId: string }[]; total: number };
    expect(total).toBe(offers.length);
    expect(offers.map((offer) => offer.offerId)).not.toContain(inactive);
    expect(offers.find((offer) => offer.offerId === offerId)).toMatchObject({
      title: 'For the app',
      coins: 250,
      type: 'install',
      steps: [{ title: 'Install', description: 'From the store.' }],
      // Without a payout: 40 % of 250 coins. With ₹12.50 at 2 coins a rupee: 25 coins.
      events: [
        { name: 'install', isRequired: true, coins: 100 },
        { name: 'deposit', isRequired: true, coins: 25 },
      ],
      trackingLink: `https://rewards.example/track/${offerId}`,
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/network\.example|very-secret|postbackToken|ipWhitelist/);
  });
});
