import { expect, test } from 'vitest';
import type { EvidenceEntry } from '@muneem/contract/evidence';
import { holdLock } from '#test/hold-lock.ts';
import { countLockWaits } from '#test/lock-waits.ts';
import { createDeliveryApp } from './delivery-app.ts';

const app = await createDeliveryApp();

const remove = async (id: string) => expect((await app.call('DELETE', `/api/custom-postbacks/${id}`)).status).toBe(200);

/** The state of each delivery of a click, in the click's evidence and in the delivery's own view. */
async function statesOf(clickId: string) {
  const { timeline } = await app.must<{ timeline: EvidenceEntry[] }>('GET', `/api/clicks/${clickId}/evidence`);
  const deliveries = timeline.filter((entry) => entry.kind === 'delivery');
  const rows = await app.rows<{ id: number }>(
    `select d.id from postback_deliveries d join conversions c on c.id = d.conversion_id where c.click_id = $1`,
    [clickId],
  );
  const own = await Promise.all(rows.map(async ({ id }) => (await app.delivery(`dlv_${id}`)).delivery));
  return [...deliveries, ...own].map(({ status, finishedAt }) => [status, finishedAt !== null]);
}

const ENDED = ['exhausted', true];

test('a delivery of a postback that is deleted during the conversion ends', async () => {
  const offerId = await app.createOffer();
  const postback = await app.addActive(offerId, {});
  const { uid, clickId } = await app.newVisit(offerId);
  const wallet = 'select from wallets w join users u on u.id = w.user_id where u.uid = $1 for update of w';
  const held = await holdLock(app.database, wallet, [uid]);
  const sent = app.send(offerId, 'install', { click_id: clickId });
  await expect.poll(() => countLockWaits(app.database), { interval: 20 }).toBe(1);
  await remove(postback._id);
  await held.release();
  expect((await sent).body.code).toBe('accepted');
  expect(await statesOf(clickId)).toEqual([ENDED, ENDED]);
});

test('a delivery that is sent again while its postback is deleted ends', async () => {
  const offerId = await app.createOffer();
  const postback = await app.addActive(offerId, {});
  const clickId = await app.convert(offerId);
  const [delivery] = await app.deliveries(offerId);
  await app.rows(
    `update postback_deliveries set status = 'exhausted', finished_at = now() where custom_postback_id = $1`,
    [postback._id],
  );
  const row = 'select from postback_deliveries where custom_postback_id = $1 for update';
  const held = await holdLock(app.database, row, [postback._id]);
  const resent = app.call('POST', `/api/postback-deliveries/${delivery?._id}/resend`);
  await expect.poll(() => countLockWaits(app.database), { interval: 20 }).toBe(1);
  await remove(postback._id);
  await held.release();
  await resent;
  expect(await statesOf(clickId)).toEqual([ENDED, ENDED]);
});

test('the waiting deliveries of a deleted postback end', async () => {
  const offerId = await app.createOffer();
  const postback = await app.addActive(offerId, {});
  const clickId = await app.convert(offerId);
  expect(await statesOf(clickId)).toEqual([
    ['waiting', false],
    ['waiting', false],
  ]);
  await remove(postback._id);
  expect(await statesOf(clickId)).toEqual([ENDED, ENDED]);
});
