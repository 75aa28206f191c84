import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Client } from 'pg';
import { killServers, prepareServers, startServer } from '#test/postbacks/server-processes.ts';
import { startTarget } from './tracking-target.ts';

const DELIVERIES = 10_000;
const KILLS = 4;
/** Deliveries that are enqueued before each kill and after the last, so that each kill meets work. */
const PORTION = DELIVERIES / (KILLS + 1);

afterAll(killServers);

test(
  `kill -9 of one of two workers (kills: ${KILLS}) in ${DELIVERIES} deliveries: every delivery ends, repeats occur only around a kill, statistics equal the attempts`,
  { timeout: 180_000 },
  async () => {
    const { database, dataDir, db } = await prepareServers();
    const target = await startTarget();
    await seedPostbacks(db, target.url, { timeoutMs: 1_000 });

    const accepted = new Map<string, number>();
    let calls = 0;
    let killAt = Infinity;
    let victim: Awaited<ReturnType<typeof startServer>> | undefined;
    target.behave(({ headers }, response) => {
      calls += 1;
      if (calls === killAt) victim?.child.kill('SIGKILL');
      const luck = Math.random();
      if (luck < 0.2) return void response.writeHead(503).end();
      if (luck < 0.25) return;
      if (luck < 0.3) return void response.writeHead(302, { location: '/elsewhere' }).end();
      const id = String(headers['x-muneem-delivery']);
      accepted.set(id, (accepted.get(id) ?? 0) + 1);
      response.end('ok');
    });

    const settings = { EGRESS_ALLOW: '127.0.0.1', POSTBACK_RETRY_DELAYS_S: '0.1' };
    const start = (name: string) => startServer(database, join(dataDir, name), settings);
    const workers = await Promise.all(['first', 'second'].map(start));
    for (let kill = 0; kill < KILLS; kill += 1) {
      victim = workers[kill % 2]!;
      killAt = calls + PORTION / 2;
      await enqueueDeliveries(db, PORTION, kill * PORTION + 1);
      if (victim.child.signalCode === null) await once(victim.child, 'exit');
      expect(victim.child.signalCode).toBe('SIGKILL');
      workers[kill % 2] = await start(`kill-${kill}`);
    }
    killAt = Infinity;
    await enqueueDeliveries(db, PORTION, KILLS * PORTION + 1);
    const open = async () =>
      (await db.query("select count(*)::int as open from postback_deliveries where status in ('waiting', 'sending')"))
        .rows[0] as { open: number };
    await expect.poll(open, { timeout: 120_000, interval: 500 }).toEqual({ open: 0 });
    for (const { child } of workers) {
      child.kill('SIGTERM');
      expect((await once(child, 'exit'))[0]).toBe(0);
    }

    const { rows } = await db.query<{ id: number; status: string; tries: number; logged: number; good: number }>(`
      select 'dlv_' || d.id as id, d.status, d.attempts_total as tries, count(a.*)::int as logged,
        count(a.*) filter (where a.success)::int as good
      from postback_deliveries d left join postback_attempts a on a.delivery_id = d.id group by d.id`);
    expect(rows).toHaveLength(DELIVERIES);
    let repeated = 0;
    for (const { id, status, tries, logged, good } of rows) {
      expect(logged, `${id} has each of its tries in the log`).toBe(tries);
      expect(good > 0, `${id} is ${status} and its log says so`).toBe(status === 'delivered');
      if (status === 'delivered') expect(accepted.has(String(id)), `${id} was received`).toBe(true);
      if ((accepted.get(String(id)) ?? 0) > 1) repeated += 1;
    }
    // Only the calls in flight at a kill are repeated: their outcome was never stored.
    const [sums] = (
      await db.query<Record<'logged' | 'fired' | 'days' | 'split', number>>(`
      select (select count(*) from postback_attempts)::int as logged, (select sum(total_fired) from custom_postbacks)::int as fired,
        (select sum(fired) from custom_postback_days)::int as days,
        (select sum(success_count + error_count) from custom_postbacks)::int as split`)
    ).rows;
    expect(sums).toEqual({ logged: sums?.logged, fired: sums?.logged, days: sums?.logged, split: sums?.logged });
    const timedOut = (
      await db.query<{ count: number }>(
        `select count(*)::int from postback_attempts where error in ('timeout', 'connection')`,
      )
    ).rows[0]?.count;
    expect(calls - (sums?.logged ?? 0)).toBeGreaterThan(0);
    expect(repeated).toBeLessThanOrEqual(calls - (sums?.logged ?? 0) + (timedOut ?? 0));
  },
);

/** One offer with three active postbacks that share one target. */
async function seedPostbacks(db: Client, url: string, { timeoutMs }: { timeoutMs: number }): Promise<void> {
  await db.query(`insert into offers (id, title, description, coins, type, requirements, tracking_url)
    values ('ofr_crash', 'Crash', 'Crash', 250, 'install', 'None', 'https://network.example/?c={click_id}')`);
  await db.query("insert into offer_events (offer_id, position, name) values ('ofr_crash', 1, 'install')");
  await db.query(
    `insert into custom_postbacks (id, offer_id, company_name, company_id, event_id, postback_url, target, retry_count, timeout_ms, status)
     select 'cpb_' || i, 'ofr_crash', 'Company ' || i, 'c', e.id, $1 || '/pb/' || i || '?c={click_id}', $1, 2, $2, 'active'
     from generate_series(1, 3) i join offer_events e on e.offer_id = 'ofr_crash'`,
    [url, timeoutMs],
  );
}

/** Enqueues `count` deliveries, spread over the postbacks. @param first the number of the first one */
const enqueueDeliveries = (db: Client, count: number, first = 1) =>
  db.query(
    `insert into postback_deliveries (custom_postback_id, conversion_id, priority, macros)
     select 'cpb_' || (1 + i % 3), 'cnv_' || i, 1, '{"click_id":"C","event_name":"install"}' from generate_series($2::int, $2::int + $1::int - 1) i`,
    [count, first],
  );
