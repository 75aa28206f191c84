import { describe, expect, test } from 'vitest';
import { sql, transaction } from '#platform/database/index.ts';
import { platformClient } from '#test/platform-api/platform-client.ts';
import { BROWSER, createPostbackApp } from '../postbacks/postback-app.ts';

// A test holds a lock for as long as a slow machine takes to refuse a flood.
const app = await createPostbackApp({ DATABASE_LOCK_TIMEOUT_S: '60' });
await app.createUser('asha');

const TEMPLATE =
  'https://network.example/go?c={click_id}&o={offer_id}&u={uid}&one={p1}&two=%7Bp2%7D&extra={sub}&ip={user_ip}&keep={unheard_of}';
const visit = (
  url: string,
  options: { method?: 'GET' | 'HEAD'; headers?: Record<string, string>; remoteAddress?: string } = {},
) => app.http.fastify.inject({ url, ...options, headers: { 'user-agent': BROWSER, ...options.headers } });
const clicksOf = (offerId: string) => app.rows('select * from clicks where offer_id = $1 order by id', [offerId]);

describe('a tracking link', () => {
  test('stores the click and redirects the visitor with every macro filled in and URL-encoded', async () => {
    const offerId = await app.createOffer({ trackingUrl: TEMPLATE });
    const response = await visit(`/track/${offerId}?uid=asha&p1=asha%40okicici&p2=a%26b%3Dc%20d&sub=%E0%A4%85`, {
      remoteAddress: '203.0.113.9',
    });
    expect(response.statusCode).toBe(302);
    const [click] = await clicksOf(offerId);
    expect(click).toMatchObject({
      status: 'clicked',
      p1: 'asha@okicici',
      p2: 'a&b=c d',
      p3: null,
      upi: 'asha@okicici',
      params: { sub: 'अ' },
      userAgent: BROWSER,
    });
    expect(click?.['id']).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(response.headers.location).toBe(
      `https://network.example/go?c=${String(click?.['id'])}&o=${offerId}&u=asha&one=asha%40okicici&two=a%26b%3Dc%20d&extra=%E0%A4%85&ip=203.0.113.9&keep={unheard_of}`,
    );
    expect(response.headers['cache-control']).toBe('no-store');
  });

  test.each([
    ['?c={click_id}', '?c=ID'],
    ['?c={{click_id}}', '?c=ID'],
    ['?c=%7Bclick_id%7D', '?c=ID'],
    ['?c=%7b%7bclick_id%7d%7d', '?c=ID'],
    ['?json={"n":{"c":"{click_id}"}}', '?json={"n":{"c":"ID"}}'],
    ['?json={"n":{click_id}}', '?json={"n":ID}'],
  ])('fills the click id of %s', async (query, filled) => {
    const offerId = await app.createOffer({ trackingUrl: `https://network.example/go${query}` });
    const { headers } = await visit(`/track/${offerId}?uid=asha`);
    const [click] = await clicksOf(offerId);
    expect(headers.location).toBe(`https://network.example/go${filled.replace('ID', String(click?.['id']))}`);
  });

  test('redirects to a host and path in any script, and never to a host from a parameter', async () => {
    const offerId = await app.createOffer({ trackingUrl: 'https://खेल.example/ऑफर a?c={click_id}&price=₹5&p={p1}' });
    const response = await visit(`/track/${offerId}?uid=asha&p1=%E0%A4%85`);
    expect(response.statusCode).toBe(302);
    const [click] = await clicksOf(offerId);
    const { host, pathname, searchParams } = new URL(String(response.headers.location));
    expect([host, decodeURIComponent(pathname)]).toEqual([new URL('https://खेल.example').host, '/ऑफर a']);
    expect(Object.fromEntries(searchParams)).toEqual({ c: click?.['id'], price: '₹5', p: 'अ' });
    for (const trackingUrl of [
      'https://{p1}/?c={click_id}',
      'https://{p1}.example/?c={click_id}',
      'https://network.example:{p1}/?c={click_id}',
      'https://%7Bp1%7D.example/?c={click_id}',
      'https://network.example/\n?c={click_id}',
      'https:network.example/?c={click_id}',
    ])
      await expect(app.createOffer({ trackingUrl })).rejects.toThrow(/trackingUrl/);
  });

  test('queues look-ups of earlier clicks up to a limit, so a flood takes no connection from postbacks', async () => {
    const offerId = await app.createOffer();
    const clickId = await app.preparedClick(offerId, 'asha');
    const refused: Awaited<ReturnType<typeof visit>>[] = [];
    const visits = await transaction(app.database, async (tx) => {
      await tx.query(sql`select 1 from clicks where id = ${clickId} for update`);
      const begun = Array.from({ length: 1_100 }, async () => {
        const answer = await visit(`/track/${offerId}?click_id=${clickId}`);
        if (answer.statusCode !== 302) refused.push(answer);
      });
      await expect.poll(() => refused.length, { timeout: 20_000 }).toBe(1_100 - 1_024 - 2);
      expect(refused[0]).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } });
      expect(refused[0]?.json()).toMatchObject({
        message: 'Too many visitors at once. Please try again in a moment.',
      });
      const postback = await visit(`/postback/${offerId}/install?token=${app.token}&click_id=none`);
      expect(postback.json()).toMatchObject({ code: 'click_unknown' });
      return begun;
    });
    await Promise.all(visits);
    expect(refused).toHaveLength(74);
  });

  test('keeps a click of an unknown uid as anonymous, and drops an invalid UPI ID', async () => {
    const offerId = await app.createOffer();
    await visit(`/track/${offerId}?uid=unknown&p1=a@b@c`);
    expect(await clicksOf(offerId)).toMatchObject([{ userId: null, upi: null, p1: 'a@b@c' }]);
  });

  test('redirects HEAD, prefetches and bots without counting them, and counts apps and scripts', async () => {
    const offerId = await app.createOffer();
    for (const options of [
      { method: 'HEAD' as const },
      { headers: { 'sec-purpose': 'prefetch;prerender' } },
      { headers: { 'x-moz': 'prefetch' } },
      { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' } },
      { headers: { 'user-agent': 'facebookexternalhit/1.1' } },
    ]) {
      expect((await visit(`/track/${offerId}?uid=asha`, options)).statusCode).toBe(302);
    }
    expect(await clicksOf(offerId)).toEqual([]);
    for (const agent of ['okhttp/4.12.0', 'curl/8.5.0', 'node'])
      await visit(`/track/${offerId}`, { headers: { 'user-agent': agent } });
    expect(await clicksOf(offerId)).toHaveLength(3);
  });

  // covers own-6.10
  test('answers 404 for an unknown offer and 410 for an inactive or deleted one, without a redirect', async () => {
    const [offerId, deleted] = [await app.createOffer(), await app.createOffer()];
    await app.updateOffer(offerId, { isActive: false });
    await app.deleteOffer(deleted);
    for (const [url, status] of [
      ['/track/none', 404],
      [`/track/${offerId}`, 410],
      [`/track/${deleted}?uid=asha`, 410],
    ] as const) {
      const response = await visit(url);
      expect([response.statusCode, response.headers.location]).toEqual([status, undefined]);
      expect(response.headers['content-type']).toContain('text/html');
    }
    expect(await clicksOf(offerId)).toEqual([]);
    expect(await clicksOf(deleted)).toEqual([]);
  });

  test('survives hostile input: NUL, huge values, hundreds of parameters and repeated ones', async () => {
    const offerId = await app.createOffer({ trackingUrl: TEMPLATE });
    const many = Array.from({ length: 100 }, (_, i) => `k${i}=v`).join('&');
    const response = await visit(`/track/${offerId}?p1=%00x&p1=second&p2=${'y'.repeat(3_000)}&a%00b=%00&${many}`);
    expect(response.statusCode).toBe(302);
    const [click] = await clicksOf(offerId);
    expect(click).toMatchObject({ p1: 'x', p2: 'y'.repeat(500) });
    expect(Object.keys(click?.['params'] as object).length).toBeLessThanOrEqual(30);
  });

  test('marks a pending click of the platform API as clicked', async () => {
    const offerId = await app.createOffer({ trackingUrl: TEMPLATE });
    const made = await platformClient(app).post('clicks', { uid: 'asha', offerId, p1: 'one' });
    const { clickId, redirectUrl } = made.body;
    expect(await clicksOf(offerId)).toMatchObject([{ id: clickId, status: 'pending', clickIp: null }]);
    const path = new URL(redirectUrl).pathname + new URL(redirectUrl).search;
    for (let i = 0; i < 2; i += 1) {
      const response = await visit(path);
      expect(new URL(String(response.headers.location)).searchParams.get('c')).toBe(clickId);
      expect(new URL(String(response.headers.location)).searchParams.get('one')).toBe('one');
    }
    expect(await clicksOf(offerId)).toMatchObject([{ id: clickId, status: 'clicked', clickIp: '127.0.0.1' }]);
  });
});
