import { expect, test } from 'vitest';
import { createSmartPollApp } from '#test/smart-poll/smart-poll-app.ts';
import { event } from '#test/builders/events.ts';

const COINS = 250;
/** The shares of document 001 §9, and the domain's share for other names. */
const SHARES: [string, number][] = [
  ['install', 40],
  ['default', 40],
  ['register', 60],
  ['signup', 60],
  ['order', 100],
  ['deposit', 100],
  ['level 10', 40],
];

const app = await createSmartPollApp();

const offerWith = (...names: string[]): Promise<string> =>
  app.polledOffer({
    coins: COINS,
    events: names.map((eventName) => ({
      eventName,
      eventPayout: 0,
      eventCap: 1000,
      isRequired: true,
      description: '',
    })),
  });

// covers 001-9.10
test.each(SHARES)('credits %s with %i % of the offer’s coins', async (event, percent) => {
  const offerId = await offerWith(event);
  const { uid, clickId } = await app.newVisit(offerId);
  expect((await app.send(offerId, event, { click_id: clickId })).body.code).toBe('accepted');
  expect(await app.balance(uid)).toBe((COINS * percent) / 100);
});

// covers 001-9.10
test('credits an alias with the share of its event, and a recovered event like its postback', async () => {
  const offerId = await offerWith('install', 'signup', 'deposit');
  const [told, missed] = [await app.newUser(), await app.newUser()];
  const clickId = await app.click(offerId, told);
  const credited: number[] = [];
  for (const event of ['Default', 'REGISTER', 'order']) {
    const before = await app.balance(told);
    await app.send(offerId, event, { click_id: clickId });
    credited.push((await app.balance(told)) - before);
  }
  expect(credited).toEqual([100, 150, 250]);
  app.network.says(await app.click(offerId, missed), { body: { events: ['default', 'register', 'order'] } });
  expect((await app.force()).run).toMatchObject({ recovered: 3, coins: 500 });
  expect(await app.balance(missed)).toBe(500);
});

// covers 001-9.10
test('rounds the reward down to whole coins', async () => {
  const offerId = await app.createOffer({
    coins: 99,
    events: [event('install', 0, { eventCap: 10 }), event('register', 0, { eventCap: 10 })],
  });
  const { uid, clickId } = await app.newVisit(offerId);
  await app.send(offerId, 'install', { click_id: clickId });
  expect(await app.balance(uid)).toBe(39);
  await app.send(offerId, 'register', { click_id: clickId });
  expect(await app.balance(uid)).toBe(39 + 59);
});
