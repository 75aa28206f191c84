import { afterEach, describe, expect, it } from 'vitest';
import { createSecondNode } from '#test/test-app.ts';
import { createSmartPollApp, eventually, type SmartPollApp } from './smart-poll-app.ts';

const EVERY_MS = 120_000;

const app = await createSmartPollApp({}, { now: '2026-11-02T06:00:00.000Z' });

/** Three servers on one database. The test moves their clock, so the slot of a moment is known. */
describe('the smart poll clock in a cluster', () => {
  let nodes: Awaited<ReturnType<typeof createSecondNode>>[] = [];
  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    nodes = [];
    app.clock.advance(EVERY_MS);
  });

  const startNodes = async (count: number): Promise<void> => {
    nodes = await Promise.all(Array.from({ length: count }, () => createSecondNode(app)));
    await Promise.all(nodes.map((node) => node.start()));
  };
  const forceOn = (node: Pick<SmartPollApp, 'http'>) =>
    node.http.fastify.inject({ method: 'POST', url: '/api/admin/force-smart-poll', headers: app.session.headers });
  const scheduled = () =>
    app.rows<{ slot: Date; status: string; clicks: number; recovered: number }>(
      `select slot, status, clicks, recovered from smart_poll_runs where kind = 'schedule' order by slot`,
    );

  // covers 001-9.6
  it('runs each slot once, on whichever server comes first, and credits once', async () => {
    const offerId = await app.polledOffer();
    const { uid, clickId } = await app.newVisit(offerId);
    app.network.says(clickId, { body: { event: 'install' } });
    app.clock.advance(4 * 60_000);
    await startNodes(3);
    await eventually(scheduled).toMatchObject([{ status: 'completed', clicks: 1, recovered: 1 }]);
    // The slot is offered to every server again, and none repeats it.
    await Promise.all(nodes.map((node) => node.stop()));
    await startNodes(3);
    await eventually(async () => (await app.status()).cronJobStats.smartPoll.isRunning).toBe(false);
    expect(await scheduled()).toHaveLength(1);
    expect(app.network.asked).toEqual([clickId]);
    expect(await app.balance(uid)).toBe(100);
    expect((await scheduled())[0]?.slot.getTime()).toBe(Math.floor(app.clock.now().getTime() / EVERY_MS) * EVERY_MS);
  });

  // covers 001-9.6 001-9.7
  it('runs every 2 minutes and skips a click until it is 3 minutes old', async () => {
    app.clock.set('2026-11-02T07:00:00.000Z');
    const known = (await scheduled()).length;
    // Only runs that have ended: the next step of the clock would change the age of the clicks of one under way.
    const times = async () =>
      (await scheduled())
        .slice(known)
        .filter(({ status }) => status === 'completed')
        .map(({ slot }) => slot.getTime());
    // A server waits for the rest of the slot in real time, so the rest is kept short.
    app.clock.advance(119_950);
    const clickId = await app.click(await app.polledOffer());
    await startNodes(1);
    for (let slots = 1; slots <= 4; slots += 1) {
      await eventually(times).toHaveLength(slots);
      app.clock.advance(120_000);
    }
    const [first = 0, ...others] = await times();
    expect(new Date(first).toISOString()).toBe('2026-11-02T07:00:00.000Z');
    expect(others.slice(0, 3).map((time) => (time - first) / 1_000)).toEqual([120, 240, 360]);
    const asked = await app.rows<{ slot: Date }>(
      'select slot from smart_polls p join smart_poll_runs r on r.id = p.run_id where p.click_id = $1 order by slot',
      [clickId],
    );
    // The click was too young at 0 and 2 minutes, and old enough at 4.
    expect(asked[0]?.slot.toISOString()).toBe('2026-11-02T07:04:00.000Z');
  });

  it('runs one of many concurrent manual runs, and tells the others that it is running', async () => {
    const offerId = await app.polledOffer();
    for (let index = 0; index < 3; index += 1) await app.click(offerId);
    app.network.asked.length = 0;
    nodes = await Promise.all([createSecondNode(app), createSecondNode(app)]);
    const held = app.network.hold();
    const orders = [app, ...nodes].flatMap((node) => [forceOn(node), forceOn(node)]);
    await eventually(() => held.waiting()).toBeGreaterThanOrEqual(3);
    await eventually(async () => (await app.status()).currentRun).toMatchObject({
      clicks: expect.any(Number),
      kind: 'force',
    });
    const refused: Awaited<(typeof orders)[number]>[] = [];
    for (const order of orders) void order.then((answer) => refused.push(answer));
    await eventually(() => refused.length).toBe(orders.length - 1);
    for (const answer of refused) {
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({
        success: false,
        code: 'conflict',
        message: 'A smart poll is already running. Its result appears here when it is done.',
      });
    }
    held.letGo();
    const statuses = (await Promise.all(orders)).map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409]);
    expect(new Set(app.network.asked).size).toBe(app.network.asked.length);
  });

  it('runs a slot after a manual run that was in progress when the slot began', async () => {
    const offerId = await app.polledOffer();
    await app.click(offerId);
    app.clock.advance(4 * 60_000);
    const before = (await scheduled()).length;
    const held = app.network.hold();
    const forced = app.force();
    await eventually(() => held.waiting()).toBeGreaterThan(0);
    await startNodes(2);
    expect(await scheduled()).toHaveLength(before);
    held.letGo();
    await forced;
    await eventually(scheduled).toHaveLength(before + 1);
  });

  it('loses no clicks and no slots when a server dies during a run', async () => {
    const offerId = await app.polledOffer();
    const uid = await app.newUser();
    const rewarded = await app.click(offerId, uid);
    const lost = await app.click(offerId, await app.newUser());
    app.clock.advance(4 * 60_000);
    app.network.says(rewarded, { body: { event: 'install' } });
    app.network.says(lost, 'hang');
    // A dying server leaves its run open: the connection to the network hangs, and the run does not end.
    const dead = await createSecondNode(app);
    const order = forceOn(dead);
    await eventually(() => app.balance(uid)).toBe(100);
    const before = (await app.status()).cronJobStats.smartPoll;
    const runId = (await app.status()).currentRun?._id ?? '';
    await app.rows(`update smart_poll_runs set lease_until = now() - interval '1 second' where id = $1`, [runId]);
    expect((await app.status()).cronJobStats.smartPoll.isRunning).toBe(false);

    app.network.asked.length = 0;
    app.network.says(lost, { body: { event: 'install' } });
    await startNodes(1);
    await eventually(async () => (await app.runInFull(runId)).run).toMatchObject({
      status: 'interrupted',
      message: expect.stringContaining('Its server stopped.'),
    });
    await eventually(async () => (await app.runs(`?search=${lost}`)).runs).toMatchObject([
      { recovered: 1, kind: 'schedule' },
    ]);
    // The lost click was made before the rewarded one.
    expect(app.network.asked.indexOf(lost)).toBeLessThan(app.network.asked.indexOf(rewarded));
    const { smartPoll } = (await app.status()).cronJobStats;
    expect(smartPoll.errorCount).toBe(before.errorCount + 1);
    expect(smartPoll.lastError?.message).toContain('Its server stopped.');
    await dead.stop();
    await order;
  });

  it('stops in time during calls, and polls those clicks first in the next run', async () => {
    const offerId = await app.polledOffer();
    const first = await app.click(offerId);
    app.clock.advance(1_000);
    const hanging = await app.click(offerId, await app.newUser());
    app.network.says(hanging, 'hang');
    const node = await createSecondNode(app);
    const order = forceOn(node);
    await eventually(async () => (await app.runs(`?search=${first}`)).total).toBe(1);
    await node.stop();
    const { run } = (await order).json<{ run: { _id: string; status: string } }>();
    expect(run.status).toBe('interrupted');
    expect((await app.runInFull(run._id)).polls.map(({ clickId }) => clickId)).not.toContain(hanging);
    const queue = await app.rows<{ clickId: string; lastPolledAt: Date | null }>(
      'select click_id, last_polled_at from smart_poll_queue where click_id = any ($1) order by queued_at',
      [[first, hanging]],
    );
    expect(queue.map(({ clickId }) => clickId)).toEqual([hanging, first]);
    expect(queue[0]?.lastPolledAt).toBeNull();
  });
});

it('runs no slot twice while servers come and go, and polls no click twice in a run', async () => {
  const app = await createSmartPollApp({ SMART_POLL_EVERY_S: '1', SMART_POLL_MIN_AGE_S: '0' });
  const offerId = await app.polledOffer();
  for (let index = 0; index < 5; index += 1) await app.click(offerId);
  let nodes = await Promise.all([1, 2, 3].map(() => createSecondNode(app)));
  await Promise.all(nodes.map((node) => node.start()));
  const slots = async () =>
    (await app.rows<{ n: number }>(`select count(*)::int as n from smart_poll_runs where kind = 'schedule'`))[0]?.n ??
    0;
  await eventually(slots).toBeGreaterThanOrEqual(3);
  await nodes[0]?.stop();
  const seen = await slots();
  await eventually(slots).toBeGreaterThanOrEqual(seen + 2);
  const late = await createSecondNode(app);
  await late.start();
  nodes = [...nodes.slice(1), late];
  await Promise.all(nodes.map((node) => node.stop()));
  const runs = await app.rows<{ slot: Date; status: string; asked: number }>(
    'select slot, status, asked from smart_poll_runs order by slot',
  );
  expect(new Set(runs.map(({ slot }) => slot.getTime())).size).toBe(runs.length);
  expect(runs.every(({ slot }) => slot.getTime() % 1_000 === 0)).toBe(true);
  // Servers stopped twice. Each time one run with five calls may have been in progress.
  expect(runs.filter(({ status }) => status !== 'completed').length).toBeLessThanOrEqual(2);
  expect(app.network.asked.length - runs.reduce((sum, { asked }) => sum + asked, 0)).toBeLessThanOrEqual(10);
});
