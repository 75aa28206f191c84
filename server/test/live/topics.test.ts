import type { LiveTopic } from '@muneem/contract/live';
import { startPayoutProvider } from '@muneem/sandbox/payout-provider';
import { afterAll, expect, test } from 'vitest';
import { createLiveStream } from '#features/live/live-stream.ts';
import { createLogger } from '#platform/logger/index.ts';
import { buildUser } from '#test/builders/users.ts';
import { createDeliveryApp } from '#test/custom-postbacks/delivery-app.ts';
import { startTarget, status } from '#test/custom-postbacks/tracking-target.ts';
import { platformClient } from '#test/platform-api/platform-client.ts';
import { setPayoutKey } from '#test/withdrawals/withdrawal-app.ts';
import { messages } from './messages.ts';
import { LISTENER } from './listener.ts';

const PAYOUT_KEY = 'bulkpe-key-1234';

const provider = await startPayoutProvider({ apiKey: PAYOUT_KEY, openingBalanceRupees: 0 });
const target = await startTarget();
target.behave(status(200));
// A run by the clock would refuse the one by hand: the next one is due at midnight.
const app = await createDeliveryApp({ BULKPE_BASE_URL: provider.url, SMART_POLL_EVERY_S: '86400' });
const platform = platformClient(app);
const { must } = app;
await setPayoutKey(app, PAYOUT_KEY);
await app.start();
afterAll(() => provider.close());

/** Expects that an open stream receives `topic` when `act` happens. */
async function expectTopic(topic: LiveTopic, act: () => Promise<unknown>): Promise<void> {
  const { database, clock } = app;
  const live = createLiveStream({ database, clock, logger: createLogger('fatal'), everyMs: 50, beatMs: 60_000 });
  const stream = messages(live.open(LISTENER, async () => LISTENER));
  expect((await stream.next()).value?.topics).toEqual([]);
  await act();
  const receivedTopics = async (): Promise<LiveTopic[]> => {
    for await (const { topics } of stream) if (topics.includes(topic)) return topics;
    return [];
  };
  expect(await receivedTopics()).toContain(topic);
  await live.stop();
}

async function request(): Promise<string> {
  const { uid } = await buildUser(app, { coins: 100 });
  // Each payout needs its own destination: Auto Payout leaves shared ones for manual review.
  return platform.withdraw(uid, 100, `${uid}@okbank`);
}
const claim = async () => platform.claim(await app.newUser(), await app.createOffer());

test('reports a withdrawal that is requested or decided', async () => {
  let id = '';
  await expectTopic('withdrawals', async () => void (id = await request()));
  await expectTopic('withdrawals', () => must('POST', `/api/withdrawals/${id}/verify`, { approved: false }));
});

test('reports an offer claim that is made or decided', async () => {
  await expectTopic('offer-claims', claim);
  const id = await claim();
  await expectTopic('offer-claims', () =>
    must('POST', `/api/offers/${id}/verify`, { approved: false, reason: 'It was not played.' }),
  );
});

test('reports a conversion by postback or by hand', async () => {
  const offerId = await app.createOffer();
  const clickId = await app.click(offerId, await app.newUser());
  await expectTopic('conversions', () => app.send(offerId, 'install', { click_id: clickId }));
  await expectTopic('conversions', () => app.send(offerId, 'install', { click_id: clickId, status: 'hold' }));
  const byHand = await app.click(offerId, await app.newUser());
  await expectTopic('conversions', () => must('POST', '/api/mark-click-paid', { clickId: byHand }));
});

test('reports a run of the smart poll', async () => {
  // Until then the previous run is the newest.
  await must('POST', '/api/admin/force-smart-poll');
  await expectTopic('smart-poll', () => must('POST', '/api/admin/force-smart-poll'));
});

test('reports settings, and Auto Payout that is switched on, paused automatically or resumed', async () => {
  await expectTopic('settings', () => must('POST', '/api/auto-payout/enable'));
  const state = async (): Promise<unknown> => (await app.call('GET', '/api/auto-payout/status')).body['state'];
  await expectTopic('settings', async () => {
    await request();
    await expect.poll(state, { timeout: 30_000 }).toBe('paused');
  });
  await expectTopic('settings', () => must('POST', '/api/auto-payout/resume'));
  await must('POST', '/api/auto-payout/disable');
});

test('reports a custom postback that is sent, and a delivery that is resent', async () => {
  const offerId = await app.createOffer();
  await app.addActive(offerId, { postbackUrl: `${target.url}/live`, retryCount: 0 });
  await expectTopic('deliveries', async () => {
    await app.convert(offerId);
    await app.statuses(offerId).toEqual(['delivered']);
  });
  const [delivery] = await app.deliveries(offerId);
  await expectTopic('deliveries', () => must('POST', `/api/postback-deliveries/${delivery?._id}/resend`));
});
