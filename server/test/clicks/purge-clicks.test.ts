import { expect, test } from 'vitest';
import { purgeClicks } from '#features/clicks/clicks.module.ts';
import { platformClient } from '#test/platform-api/platform-client.ts';
import { inTurn } from '#test/hold-lock.ts';
import { createPostbackApp } from '../postbacks/postback-app.ts';

const app = await createPostbackApp({}, { now: '2026-06-01T06:00:00.000Z' });
const offerId = await app.createOffer();

const clickIds = async () => (await app.rows<{ id: string }>('select id from clicks')).map(({ id }) => id).sort();
const purge = () => purgeClicks({ database: app.database, clock: app.clock, retentionDays: 90 }, 3);

test('deletes old clicks without a conversion, claim or payment in portions, and keeps all others', async () => {
  const [asha, ravi] = [await app.newUser(), await app.newUser()];
  const paid = await app.click(offerId, asha);
  expect((await app.send(offerId, 'install', { click_id: paid })).status).toBe(200);
  const claimed = await app.click(offerId, ravi);
  await platformClient(app).claim(ravi, offerId);
  const unused: string[] = [];
  for (let i = 0; i < 8; i += 1) unused.push(await app.click(offerId));
  unused.push(await app.preparedClick(await app.createOffer(), ravi));

  app.clock.advance(89 * 86_400_000);
  const recent = await app.click(offerId);
  expect(await purge()).toBe(0);
  app.clock.advance(2 * 86_400_000);
  expect(await purge()).toBe(unused.length);
  expect(await clickIds()).toEqual([paid, claimed, recent].sort());
  expect((await app.send(offerId, 'install', { click_id: unused[0] ?? '' })).status).toBe(404);
  expect(await purge()).toBe(0);
});

test('keeps a click whose postback commits while the purge waits for it', async () => {
  const clickId = await app.click(offerId, await app.newUser());
  app.clock.advance(91 * 86_400_000);
  await inTurn(app.database, ['select from clicks where id = $1 for update', [clickId]], [purge], (client) =>
    client.query(
      "insert into conversion_keys (click_id, event_id, conversion_id, approved) values ($1, 1, 'cnv_x', false)",
      [clickId],
    ),
  );
  expect(await clickIds()).toContain(clickId);
});
