import { afterAll, expect, test } from 'vitest';
import { transaction } from '#platform/database/index.ts';
import { event } from '#test/builders/events.ts';
import { createRecorder } from './create-recorder.ts';
import { createPostbackApp } from './postback-app.ts';

const app = await createPostbackApp();
afterAll(() => app.close());

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
