import { expect, test } from 'vitest';
import { event } from '#test/builders/events.ts';
import { createPostbackApp } from './postback-app.ts';
import { transaction } from '#platform/database/index.ts';
import { createRecorder } from './create-recorder.ts';
import { holdLock, inTurn } from '#test/hold-lock.ts';

const app = await createPostbackApp({}, { now: '2026-11-21T12:00:00Z' });

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

test('counts a conversion on the day of its id, which may be newer than its postback', async () => {
  const offerId = await app.createOffer({ events: [event('install', 7, { eventCap: 1 })] });
  const { clickIds } = await clicksOf(offerId, 3);
  const send = async (click: number, more = {}) =>
    (await app.send(offerId, 'install', { click_id: clickIds[click] ?? '', ...more })).body.code;
  // Another id of the next day exists already, and ids never go back.
  app.clock.set('2026-11-22T18:30:00.005Z');
  await app.click(offerId, await app.newUser());
  app.clock.set('2026-11-22T18:29:59.999Z');
  expect(await send(0)).toBe('accepted');
  app.clock.set('2026-11-22T18:31:00.000Z');
  const second = await send(1);
  await send(0, { reversed: '1' });
  const third = await send(2);
  expect([second, third].filter((code) => code === 'accepted')).toHaveLength(1);
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
    trackingLink: `${app.config.PUBLIC_URL}/track/${offerId}`,
    postbackUrls: {
      install: { name: 'install', payout: 7, cap: 5, count: 0, url: url('install') },
      'Level 10': { name: 'Level 10', payout: 7, cap: 9, count: 1, url: url('Level%2010') },
    },
  });
  expect((await app.call('GET', '/api/offers/none/postback-urls')).status).toBe(404);
});

test('gives the network of an offer with its own token no token of other offers', async () => {
  const offerId = await app.createOffer({ events: [event('install', 7)], postbackToken: 'own token & more' });
  const { body } = await app.call('GET', `/api/offers/${offerId}/postback-urls`);
  const url = new URL(String(body.postbackUrls.install.url));
  expect(url.searchParams.get('token')).toBe('own token & more');
  const send = async (to: string) => {
    const path = url.pathname.replace(offerId, to);
    const query = url.search.replace('{click_id}', await app.click(to, await app.newUser()));
    return (await app.http.fastify.inject(path + query)).json<{ code: string }>().code;
  };
  expect(await send(offerId)).toBe('accepted');
  expect(await send(await app.createOffer({ events: [event('install', 7)] }))).toBe('bad_token');
});

test('keeps the cap exact when other postbacks use it up while a batch is written', async () => {
  const offerId = await app.createOffer({
    events: [event('install', 5, { eventCap: 5_000 })],
  });
  await app.createUser('late');
  await app.send(offerId, 'install', { click_id: await app.click(offerId) });
  const clickId = await app.click(offerId, 'late');
  const recordConversions = await createRecorder(app, 0);
  let tries = 0;
  const [verdict] = await transaction(app.database, (tx) =>
    recordConversions(
      tx,
      [
        {
          clickId,
          eventName: 'install',
          source: 'postback',
          actor: { kind: 'system', id: 'test', name: 'Test' },
          at: app.clock.now(),
          conversionIp: null,
        },
      ],
      async () => {
        tries += 1;
        if (tries === 1) await app.rows('update event_day_counts set approved = 5000');
      },
    ),
  );
  expect(verdict).toMatchObject({ code: 'over_cap', status: 'cutbacked' });
  expect(tries).toBe(2);
  expect(await app.balance('late')).toBe(0);
  expect(await app.rows('select status from conversions where click_id = $1', [clickId])).toEqual([
    { status: 'cutbacked' },
  ]);
});

const install = event('install', 10);
const reverse = (offerId: string, clickId: string) =>
  app.send(offerId, 'install', { click_id: clickId, reversed: '1' });
const completed = async (offerId: string) => [
  (await app.rows('select 1 from offer_completions where offer_id = $1', [offerId])).length,
  (await app.rows<{ n: number }>('select completed_count as n from offers where id = $1', [offerId]))[0]?.n,
];

test('locks only the click of a reversal, so other clicks of its user do not wait', async () => {
  const offerId = await app.createOffer({ events: [install] });
  const uid = await app.newUser();
  const [first, other] = [await app.click(offerId, uid), await app.click(offerId, uid)];
  await app.send(offerId, 'install', { click_id: first });
  const held = await holdLock(app.database, 'select 1 from clicks where id = $1 for update', [other]);
  const answer = reverse(offerId, first);
  const first10s = new Promise((resolve) => setTimeout(resolve, 10_000, 'it waits'));
  expect(await Promise.race([answer, first10s])).toMatchObject({ status: 200, body: { code: 'reversed' } });
  await held.release();
  expect(await completed(offerId)).toEqual([0, 0]);
});

test('waits for a concurrent completion of its click, and keeps completedBy right', async () => {
  const offerId = await app.createOffer({ events: [install] });
  const uid = await app.newUser();
  const [first, second] = [await app.click(offerId, uid), await app.click(offerId, uid)];
  await app.send(offerId, 'install', { click_id: first });
  // The last lock of a conversion: its click is complete by then, but not committed.
  const completion = 'select 1 from offer_completions where offer_id = $1 for update';
  const [completing, reversing] = await inTurn(
    app.database,
    [completion, [offerId]],
    [() => app.send(offerId, 'install', { click_id: second }), () => reverse(offerId, first)],
  );
  expect(completing?.body).toMatchObject({ code: 'accepted' });
  expect(reversing?.body).toMatchObject({ code: 'reversed' });
  expect(await completed(offerId)).toEqual([1, 1]);
  await reverse(offerId, second);
  expect(await completed(offerId)).toEqual([0, 0]);
});

test("counts a user once when two of the user's clicks complete at the same time", async () => {
  const offerId = await app.createOffer({ events: [install] });
  const uid = await app.newUser();
  const clicks = await Promise.all(Array.from({ length: 6 }, () => app.click(offerId, uid)));
  await Promise.all(clicks.map((clickId) => app.send(offerId, 'install', { click_id: clickId })));
  expect(await completed(offerId)).toEqual([1, 1]);
  await Promise.all(clicks.map((clickId) => reverse(offerId, clickId)));
  expect(await completed(offerId)).toEqual([0, 0]);
});
