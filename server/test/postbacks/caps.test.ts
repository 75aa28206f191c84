import { afterAll, expect, test } from 'vitest';
import { event } from '#test/builders/events.ts';
import { createPostbackApp } from './postback-app.ts';

const app = await createPostbackApp({}, { now: '2026-11-21T12:00:00Z' });
afterAll(() => app.close());

async function clicksOf(offerId: string, count: number): Promise<{ uids: string[]; clickIds: string[] }> {
  const uids = Array.from({ length: count }, () => `user-${crypto.randomUUID()}`);
  for (const uid of uids) await app.createUser(uid);
  return { uids, clickIds: await Promise.all(uids.map((uid) => app.click(offerId, uid))) };
}

const total = async (uids: readonly string[]): Promise<number> =>
  (await Promise.all(uids.map((uid) => app.balance(uid)))).reduce((sum, coins) => sum + coins, 0);

// covers own-6.8
test('pays exactly the cap when 50 postbacks race, and records the rest as cut back', async () => {
  const offerId = await app.createOffer({ events: [event('install', 7, { eventCap: 7 })] });
  const { uids, clickIds } = await clicksOf(offerId, 50);
  const answers = await Promise.all(clickIds.map((clickId) => app.send(offerId, 'install', { click_id: clickId })));
  const codes = answers.map(({ status, body }) => `${status} ${body.code} ${body.status}`);
  expect(codes.filter((code) => code === '200 accepted approved')).toHaveLength(7);
  expect(codes.filter((code) => code === '200 over_cap cutbacked')).toHaveLength(43);
  expect(await total(uids)).toBe(49);
  const reasons = (await Promise.all(clickIds.map((clickId) => app.conversionsOf(clickId)))).flat();
  expect(reasons.filter(({ status }) => status === 'cutbacked').map(({ reason }) => reason)).toEqual(
    Array<string>(43).fill('The daily cap of the event was reached.'),
  );
  expect(
    await app.rows(
      'select approved from event_day_counts c join offer_events e on e.id = c.event_id where e.offer_id = $1',
      [offerId],
    ),
  ).toEqual([{ approved: 7 }]);
});

// covers own-6.9
test('resets the cap at midnight in Asia/Kolkata, not at midnight UTC', async () => {
  const offerId = await app.createOffer({ events: [event('install', 7, { eventCap: 1 })] });
  const { clickIds } = await clicksOf(offerId, 4);
  const codeAt = async (now: string, click: number) => {
    app.clock.set(now);
    return (await app.send(offerId, 'install', { click_id: clickIds[click] ?? '' })).body.code;
  };
  expect(await codeAt('2026-11-21T18:29:59.999Z', 0)).toBe('accepted');
  expect(await codeAt('2026-11-21T18:29:59.999Z', 1)).toBe('over_cap');
  expect(await codeAt('2026-11-21T18:30:00.000Z', 2)).toBe('accepted');
  expect(await codeAt('2026-11-22T00:00:01.000Z', 3)).toBe('over_cap');
});

// covers 001-2.27 001-3.14 001-7.18
test('shows each event with its payout, cap, today’s count and postback URL', async () => {
  const offerId = await app.createOffer({
    events: [event('install', 7, { eventCap: 5 }), event('Level 10', 7, { eventCap: 9 })],
  });
  const { clickIds } = await clicksOf(offerId, 1);
  await app.send(offerId, 'Level 10', { click_id: clickIds[0] ?? '' });
  const response = await app.call('GET', `/api/offers/${offerId}/postback-urls`);
  const url = (name: string) =>
    `${app.config.PUBLIC_URL}/postback/${offerId}/${name}?token=${app.token}&click_id={click_id}`;
  expect(response.body).toEqual({
    success: true,
    securityToken: app.token,
    postbackUrls: {
      install: { name: 'install', payout: 7, cap: 5, count: 0, url: url('install') },
      'Level 10': { name: 'Level 10', payout: 7, cap: 9, count: 1, url: url('Level%2010') },
    },
  });
  expect((await app.call('GET', '/api/offers/none/postback-urls')).status).toBe(404);
});
