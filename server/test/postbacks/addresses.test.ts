import { expect, test } from 'vitest';
import { platformClient } from '#test/platform-api/platform-client.ts';
import { event } from '#test/builders/events.ts';
import { BROWSER, createPostbackApp } from './postback-app.ts';

const app = await createPostbackApp();

test('rejects a click without an IP address if the offer pays an IP address once, else pays it', async () => {
  const own = await app.createOffer({ ipBlock: 'active' });
  const uid = await app.newUser();
  const clickId = await app.preparedClick(own, uid);
  const answer = await app.send(own, 'install', { click_id: clickId });
  expect(answer).toMatchObject({ status: 200, body: { code: 'ip_blocked', status: 'rejected' } });
  expect(answer.body.message).toMatch(/is unknown\.$/);
  expect(await app.conversionsOf(clickId)).toMatchObject([
    { status: 'rejected', reason: 'The click has no IP address: its link was never followed.', rewardCoins: 0 },
  ]);
  expect((await app.send(own, 'install', { click_id: clickId })).body.code).toBe('duplicate');
  expect(await app.balance(uid)).toBe(0);
  const open = await app.createOffer();
  const free = await app.preparedClick(open, uid);
  expect((await app.send(open, 'install', { click_id: free })).body.code).toBe('accepted');
  expect(await app.balance(uid)).toBe(100);
});

test('rewards an IPv6 /64 once, and allows it again after a reversal', async () => {
  const own = await app.createOffer({ ipBlock: 'active' });
  const visit = async (remoteAddress: string) => app.click(own, await app.newUser(), {}, { remoteAddress });
  const codeOf = async (clickId: string, more: Record<string, string> = {}) =>
    (await app.send(own, 'install', { click_id: clickId, ...more })).body.code;
  const [first, same, other] = [
    await visit('2001:db8:7:1::5'),
    await visit('2001:db8:7:1:ffff::1'),
    await visit('2001:db8:7:2::5'),
  ];
  expect([await codeOf(first), await codeOf(same), await codeOf(other)]).toEqual([
    'accepted',
    'ip_blocked',
    'accepted',
  ]);
  expect(await codeOf(first, { reversed: '1' })).toBe('reversed');
  expect(await codeOf(await visit('2001:db8:7:1::9'))).toBe('accepted');
});

test('rejects a single IPv6 address in place of its network in the database', async () => {
  await expect(
    app.rows(
      `insert into conversion_addresses (event_id, click_ip, conversion_id) values (1, '2001:db8:9:1::9', 'cnv_8')`,
    ),
  ).rejects.toMatchObject({ constraint: 'conversion_addresses_click_ip_check' });
});

test('stores the IP address of the first visit, even if an event came before it', async () => {
  const own = await app.createOffer({ ipBlock: 'active' });
  const uid = await app.newUser();
  const clickId = await app.preparedClick(own, uid);
  const follow = (remoteAddress: string) =>
    app.http.fastify.inject({
      url: `/track/${own}?click_id=${clickId}`,
      remoteAddress,
      headers: { 'user-agent': BROWSER },
    });
  const codeOf = async (click_id: string, event: string, more: Record<string, string> = {}) =>
    (await app.send(own, event, { click_id, ...more })).body.code;
  expect(await codeOf(clickId, 'install')).toBe('ip_blocked');
  expect((await follow('203.0.113.40')).statusCode).toBe(302);
  expect(await codeOf(clickId, 'deposit')).toBe('accepted');
  expect((await follow('203.0.113.41')).statusCode).toBe(302);
  expect(await app.rows('select host(click_ip) as ip, status from clicks where id = $1', [clickId])).toEqual([
    { ip: '203.0.113.40', status: 'in_progress' },
  ]);
  const rival = await app.click(own, await app.newUser(), {}, { remoteAddress: '203.0.113.40' });
  expect(await codeOf(rival, 'deposit')).toBe('ip_blocked');
  expect(await codeOf(clickId, 'deposit', { reversed: '1' })).toBe('reversed');
  const next = await app.click(own, await app.newUser(), {}, { remoteAddress: '203.0.113.40' });
  expect(await codeOf(next, 'deposit')).toBe('accepted');
});

// covers 000-2.35
test('uses up no IP address for a conversion that earns nothing, but counts it for the daily cap', async () => {
  const own = await app.createOffer({ ipBlock: 'active', coins: 100, events: [event('install', 30, { eventCap: 4 })] });
  const post = async (url: string, payload: object) => expect((await app.call('POST', url, payload)).status).toBe(200);
  const from = { remoteAddress: '203.0.113.60' };
  const [paid, claimed, asha] = [await app.newUser(), await app.newUser(), await app.newUser()];
  const anonymous = await app.click(own, undefined, {}, from);
  const byHand = await app.click(own, paid, {}, from);
  await post('/api/mark-click-paid', { clickId: byHand });
  const afterClaim = await app.click(own, claimed, {}, from);
  await platformClient(app).claim(claimed, own);
  await post(`/api/offers/${own}/verify`, { userId: claimed, approved: true });

  const send = async (clickId: string) => (await app.send(own, 'install', { click_id: clickId })).body;
  for (const clickId of [anonymous, byHand, afterClaim]) {
    expect(await send(clickId)).toMatchObject({ code: 'accepted' });
    const earned = (await app.conversionsOf(clickId)).filter(({ eventKey }) => eventKey === 'install');
    expect(earned).toMatchObject([{ status: 'approved', rewardCoins: 0 }]);
  }
  expect(await send(await app.click(own, asha, {}, from))).toMatchObject({ code: 'accepted' });
  expect(await app.balance(asha)).toBe(30);
  expect(await send(await app.click(own, await app.newUser(), {}, from))).toMatchObject({ code: 'ip_blocked' });
  expect(await send(await app.click(own, undefined, {}, from))).toMatchObject({ code: 'over_cap' });
});
