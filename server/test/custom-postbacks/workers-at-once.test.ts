import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { killServers, prepareServers, startServer } from '#test/postbacks/server-processes.ts';
import { enqueueDeliveries, seedPostbacks } from './seed-deliveries.ts';
import { startTarget } from './tracking-target.ts';

const DELIVERIES = 600;
/** More calls than one process can have in flight to one target. */
const BOTH_AT_WORK = 60;

afterAll(killServers);

test('sends each delivery once when two processes share one queue', { timeout: 180_000 }, async () => {
  const { database, dataDir, db } = await prepareServers();
  const target = await startTarget();
  onTestFinished(() => target.close());
  await seedPostbacks(db, target.url, { timeoutMs: 60_000 });
  let held: (() => void)[] | undefined = [];
  target.behave((_call, response) => {
    if (held === undefined) return void response.end('ok');
    held.push(() => response.end('ok'));
    if (held.length < BOTH_AT_WORK) return;
    const waiting = held;
    held = undefined;
    for (const answer of waiting) answer();
  });
  const settings = { EGRESS_ALLOW: '127.0.0.1' };
  const servers = await Promise.all(['one', 'two'].map((name) => startServer(database, join(dataDir, name), settings)));
  await enqueueDeliveries(db, DELIVERIES);
  const open = async () =>
    (await db.query("select 1 from postback_deliveries where status in ('waiting', 'sending') limit 1")).rowCount;
  await expect.poll(open, { timeout: 120_000, interval: 200 }).toBe(0);
  for (const { child } of servers) {
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
  }

  expect(held, 'both processes were at it').toBeUndefined();
  expect(target.calls).toHaveLength(DELIVERIES);
  expect(new Set(target.deliveries).size).toBe(DELIVERIES);
  const { rows } = await db.query(`
      select (select count(*) from postback_deliveries where status = 'delivered' and attempts_total = 1)::int as delivered,
        (select count(*) from postback_attempts where success)::int as tries,
        (select sum(total_fired) from custom_postbacks)::int as fired, (select sum(success_count) from custom_postbacks)::int as succeeded,
        (select sum(fired) from custom_postback_days)::int as days`);
  const all = DELIVERIES;
  expect(rows).toEqual([{ delivered: all, tries: all, fired: all, succeeded: all, days: all }]);
});
