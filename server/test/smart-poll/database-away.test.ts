import { expect, it } from 'vitest';
import { createSmartPollApp, eventually } from './smart-poll-app.ts';

const app = await createSmartPollApp({}, { withLine: true });

it('pays nothing for answers during a database outage, and the next run pays once', async () => {
  const offerId = await app.polledOffer();
  const { uid, clickId } = await app.newVisit(offerId);
  app.network.says(clickId, { body: { event: 'install' } });
  const held = app.network.hold();
  const forceOnce = () => app.call('POST', '/api/admin/force-smart-poll', undefined, app.session);
  const order = forceOnce();
  await eventually(() => held.waiting()).toBe(1);
  const run = (await app.status()).currentRun;
  await app.line?.cut();
  held.letGo();
  expect((await order).status).toBeGreaterThanOrEqual(500);
  await app.line?.mend();

  // The end of the run could not be stored, so the run stays open until its lease expires.
  expect((await app.status()).currentRun).toMatchObject({ _id: run?._id, asked: 0 });
  expect(await app.balance(uid)).toBe(0);
  expect((await forceOnce()).status).toBe(409);
  await app.rows(`update smart_poll_runs set lease_until = now() - interval '1 second' where id = $1`, [run?._id]);

  expect((await app.force()).run).toMatchObject({ status: 'completed', asked: 1, recovered: 1, coins: 100 });
  expect((await app.runInFull(run?._id ?? '')).run).toMatchObject({ status: 'interrupted', asked: 0, recovered: 0 });
  expect((await app.force()).run).toMatchObject({ recovered: 0 });
  expect(app.network.asked.every((asked) => asked === clickId)).toBe(true);
  expect(await app.balance(uid)).toBe(100);
  expect(await app.conversionsOf(clickId)).toHaveLength(1);
});

it('continues after slots passed during a database outage', async () => {
  const ticking = await createSmartPollApp({ SMART_POLL_EVERY_S: '1', SMART_POLL_MIN_AGE_S: '0' }, { withLine: true });
  await ticking.start();
  const slots = async () =>
    (await ticking.rows<{ slot: Date }>('select slot from smart_poll_runs order by slot')).map(({ slot }) => slot);
  await eventually(async () => (await slots()).length).toBeGreaterThanOrEqual(1);
  await ticking.line?.cut();
  // The first may belong to a run in progress. Then two slots begin, and neither can be claimed.
  const failed = () => ticking.warnings.filter((warning) => warning === 'a slot of the smart poll was not run').length;
  await eventually(failed).toBeGreaterThanOrEqual(3);
  await ticking.line?.mend();
  const mended = new Date();
  const uid = await ticking.newUser();
  const clickId = await ticking.click(await ticking.polledOffer(), uid);
  ticking.network.says(clickId, { body: { event: 'install' } });
  // A run whose end could not be stored holds its lease for 30 s.
  const since = async () => (await slots()).filter((slot) => slot > mended).length;
  await expect.poll(since, { timeout: 60_000 }).toBeGreaterThanOrEqual(2);
  await eventually(() => ticking.balance(uid)).toBe(100);
});
