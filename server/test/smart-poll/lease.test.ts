import { expect, it } from 'vitest';
import { createSecondNode } from '#test/test-app.ts';
import { createSmartPollApp, eventually } from './smart-poll-app.ts';
import { holdLock } from '#test/hold-lock.ts';

// The test holds a lock longer than the default allows.
const app = await createSmartPollApp({ DATABASE_LOCK_TIMEOUT_S: '60', DATABASE_STATEMENT_TIMEOUT_S: '60' });

const SECONDS = 12;

it('renews the lease of a long run by heartbeats, and no server takes over', async () => {
  const uid = await app.newUser();
  const clickId = await app.click(await app.polledOffer(), uid);
  app.network.says(clickId, { body: { event: 'install' } });
  const other = await createSecondNode(app);
  const force = () => other.call('POST', '/api/admin/force-smart-poll', undefined, app.session);

  // The answer cannot be stored while another session locks the history.
  const held = await holdLock(app.database, 'lock table smart_polls in exclusive mode');
  const run = app.force();
  await eventually(() => app.network.asked).toEqual([clickId]);
  const shorten = async () =>
    (
      await app.rows<{ id: string; until: Date }>(
        `update smart_poll_runs set lease_until = now() + $1 * interval '1 second' where status = 'running'
         returning id, lease_until as until`,
        [SECONDS],
      )
    )[0];
  const until = async () =>
    (await app.rows<{ until: Date }>(`select lease_until as until from smart_poll_runs where status = 'running'`))[0]
      ?.until;
  // Shortened again after the first heartbeat, so the second must come in time as well.
  let lease = await shorten();
  await eventually(until).not.toEqual(lease?.until);
  lease = await shorten();
  const isOver = async () => (await app.rows<{ over: boolean }>('select now() > $1 as over', [lease?.until]))[0]?.over;
  await expect.poll(isOver, { timeout: 30_000, interval: 200 }).toBe(true);

  expect((await app.status()).currentRun).toMatchObject({ _id: lease?.id, status: 'running' });
  expect((await force()).status).toBe(409);
  await held.release();
  expect((await run).run).toMatchObject({ _id: lease?.id, status: 'completed', recovered: 1, coins: 100 });
  expect(await app.balance(uid)).toBe(100);
  await other.stop();
});
