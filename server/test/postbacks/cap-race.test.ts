import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '#platform/database/index.ts';
import { createRecordConversions } from '#features/conversions/index.ts';
import { createOfferCatalog } from '#features/offers/index.ts';
import { createSecretBox } from '#platform/crypto/index.ts';
import { event } from '#test/builders/events.ts';
import { createPostbackApp, type PostbackApp } from './postback-app.ts';

let app: PostbackApp;
beforeAll(async () => {
  app = await createPostbackApp();
});
afterAll(() => app.close());

test('keeps the cap exact when other postbacks use it up while a batch is written', async () => {
  const offerId = await app.createOffer({
    events: [event('install', 5, { eventCap: 5_000 })],
  });
  await app.createUser('late');
  await app.send(offerId, 'install', { click_id: await app.click(offerId) });
  const clickId = await app.click(offerId, 'late');
  const logger = { warn() {}, error() {} } as never;
  const done = async () => undefined;
  const caches = { onChange() {}, changed: done, catchUp: done, requireCurrent: done, lagMs: () => 0, stop() {} };
  const offers = createOfferCatalog({
    database: app.database,
    caches,
    secrets: createSecretBox(app.config.APP_SECRET),
    logger,
  });
  await offers.ready;
  const recordConversions = createRecordConversions({
    offers,
    customPostbacks: { of: () => [], ready: Promise.resolve() },
    rules: { coinsPerRupee: 1, referralShare: 0 },
  });
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
