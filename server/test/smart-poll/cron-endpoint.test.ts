import { describe, expect, it } from 'vitest';
import { createSmartPollApp, eventually } from './smart-poll-app.ts';

const KEY = 'a-cron-key-of-this-test';

const app = await createSmartPollApp({ CRON_KEY: KEY, TRUST_PROXY: 'on' }, { now: '2026-11-02T06:00:00.000Z' });

describe('the external cron endpoint', () => {
  const call = (key: string | undefined, from = '203.0.113.1') =>
    app.http.fastify.inject({
      url: `/api/cron/smart-poll${key === undefined ? '' : `?key=${encodeURIComponent(key)}`}`,
      headers: { 'x-forwarded-for': from },
    });

  it('runs the poll with the right key, by the age rule, and returns the outcome', async () => {
    const offerId = await app.polledOffer();
    const { uid, clickId } = await app.newVisit(offerId);
    app.network.says(clickId, { body: { event: 'install' } });
    expect((await call(KEY)).json()).toMatchObject({ success: true, ran: true, run: { kind: 'cron', clicks: 0 } });
    app.clock.advance(180_000);
    const answer = await call(KEY);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      success: true,
      ran: true,
      message: 'Smart poll completed: 1 click checked, 1 missed event recovered, 100 coins credited.',
      run: { kind: 'cron', startedBy: 'External cron', status: 'completed', recovered: 1 },
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await app.balance(uid)).toBe(100);
    expect(
      await app.rows(
        `select actor_kind, actor_name, host(ip) as ip from audit_log where action = 'smart-poll.cron' order by id desc limit 1`,
      ),
    ).toEqual([{ actorKind: 'system', actorName: 'External cron', ip: '203.0.113.1' }]);
  });

  it('refuses callers without the key, even a signed-in administrator', async () => {
    const before = (await app.status()).cronJobStats.smartPoll.runCount;
    for (const key of [undefined, '', 'wrong', `${KEY}x`, KEY.slice(0, -1), KEY.toUpperCase(), 'x'.repeat(512)]) {
      const answer = await call(key);
      expect([key, answer.statusCode]).toEqual([key, 401]);
      expect(answer.json()).toEqual({
        success: false,
        code: 'unauthorized',
        message: 'The key is missing or wrong.',
      });
    }
    const admin = await app.call('GET', '/api/cron/smart-poll');
    expect(admin.status).toBe(401);
    expect((await app.http.fastify.inject({ url: `/api/cron/smart-poll?key=${KEY}&key=${KEY}` })).statusCode).toBe(400);
    expect((await app.status()).cronJobStats.smartPoll.runCount).toBe(before);
  });

  it('limits the rate of callers who guess keys, and of no other caller', async () => {
    const codes: number[] = [];
    for (let guess = 0; guess < 40; guess += 1) codes.push((await call(`guess-${guess}`, '203.0.113.9')).statusCode);
    expect(codes.filter((code) => code === 401)).toHaveLength(30);
    expect(codes.filter((code) => code === 429)).toHaveLength(10);
    const answer = await call(KEY, '203.0.113.9');
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await call(KEY, '198.51.100.7')).statusCode).toBe(200);
  });

  it('gives an administrator a test URL with a key that expires in five minutes and is not CRON_KEY', async () => {
    const { externalEndpoint } = await app.status();
    expect(externalEndpoint).toMatchObject({ enabled: true, url: `${app.config.PUBLIC_URL}/api/cron/smart-poll` });
    expect(JSON.stringify(externalEndpoint)).not.toContain(KEY);
    const key = new URL(externalEndpoint.testUrl).searchParams.get('key') ?? '';
    expect((await call(key, '198.51.100.8')).statusCode).toBe(200);
    const [, expires = '', signature = ''] = key.split('.');
    for (const forged of [`test.${Number(expires) + 1}.${signature}`, `test.${expires}.${'0'.repeat(64)}`, 'test..'])
      expect((await call(forged, '198.51.100.8')).statusCode).toBe(401);
    app.clock.advance(5 * 60_000);
    expect((await call(key, '198.51.100.8')).statusCode).toBe(401);
  });

  it('answers success while another run is active, so that a scheduler raises no alarm', async () => {
    const offerId = await app.polledOffer();
    await app.click(offerId);
    const held = app.network.hold();
    const forced = app.force();
    await eventually(() => held.waiting()).toBeGreaterThan(0);
    const answer = await call(KEY, '198.51.100.9');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ success: true, ran: false, run: null });
    held.letGo();
    await forced;
  });

  it('is off without CRON_KEY', async () => {
    const plain = await createSmartPollApp();
    const answer = await plain.http.fastify.inject({ url: '/api/cron/smart-poll?key=' });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({
      message: 'The external cron endpoint is off. Set CRON_KEY to turn it on.',
    });
    expect((await plain.status()).externalEndpoint).toMatchObject({ enabled: false });
    await plain.close();
  });
});
