import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent as HttpAgent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createSecretBox } from '#platform/crypto/index.ts';
import { newUlid, timeOfUlid } from '#platform/ids/index.ts';
import { createTestDatabase } from '../test-database.ts';
import { APP_SECRET, ask, killServers, shuffle, startServer } from './server-processes.ts';

const CLICKS = 400;
const EVENTS = ['install', 'register', 'level', 'deposit'];
const CONNECTIONS = 64;
const TOKEN = 'crashcrashcrashcrashcrashcrash32';

const cleanups: (() => Promise<void>)[] = [];
afterAll(async () => {
  killServers();
  for (const cleanup of cleanups.reverse()) await cleanup();
});

test(
  'kill -9 in the middle of 2,000 postbacks: nothing acknowledged is lost, nothing is paid twice after the resend',
  { timeout: 120_000 },
  async () => {
    const database = await createTestDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'muneem-crash-'));
    const db = new Client(database.connection);
    await db.connect();
    cleanups.push(
      () => rm(dataDir, { recursive: true, force: true }),
      () => database.drop(),
      () => db.end(),
    );
    const clickIds = await seed(db);
    const requests = clickIds.flatMap((clickId) => EVENTS.map((event) => ({ clickId, event })));
    shuffle(requests);
    const all = [...requests, ...requests.slice(0, requests.length / 4)];
    shuffle(all);

    const acknowledged = new Map<string, Set<string>>();
    const first = await startServer(database, dataDir);
    await sendAll(first.port, all, acknowledged, (answers) => {
      if (answers === 700) first.child.kill('SIGKILL');
    });
    if (first.child.signalCode === null) await once(first.child, 'exit');
    expect(first.child.signalCode).toBe('SIGKILL');
    const beforeCrash = new Map([...acknowledged].map(([name, ids]) => [name, [...ids][0]]));
    expect(beforeCrash.size).toBeGreaterThan(300);
    expect(beforeCrash.size).toBeLessThan(requests.length);

    const second = await startServer(database, dataDir);
    await sendAll(second.port, all, acknowledged);
    second.child.kill('SIGTERM');
    expect((await once(second.child, 'exit'))[0]).toBe(0);

    const { rows } = await db.query<{ name: string; id: string }>(
      "select click_id || ' ' || event_key as name, id from conversions",
    );
    expect(rows).toHaveLength(requests.length);
    const stored = new Map(rows.map(({ name, id }) => [name, id]));
    expect(stored.size).toBe(requests.length);
    for (const [name, id] of beforeCrash) expect(stored.get(name), name).toBe(id);
    for (const [name, ids] of acknowledged) expect([...ids], name).toEqual([stored.get(name)]);

    const { rows: sums } = await db.query(`
    select (select sum(balance) from wallets)::int as wallets,
      (select sum(amount) from postings where account = 'wallet')::int as postings,
      (select sum(reward_coins) from conversions)::int as rewards,
      (select count(*) from journals)::int as journals,
      (select sum(conversions) from conversion_rollups)::int as rolled_up,
      (select count(*) from clicks where status = 'completed')::int as completed`);
    const coins = CLICKS * EVENTS.length * 5;
    expect(sums).toEqual([
      {
        wallets: coins,
        postings: coins,
        rewards: coins,
        journals: requests.length,
        rolled_up: requests.length,
        completed: CLICKS,
      },
    ]);
  },
);

async function seed(db: Client): Promise<string[]> {
  const sealed = createSecretBox(APP_SECRET).seal(TOKEN, 'settings.security-token');
  await db.query(
    "insert into settings (security_token_sealed, domain, system_name, admin_email) values ($1, 'http://127.0.0.1', 'Crash', '')",
    [sealed],
  );
  await db.query(`insert into offers (id, title, description, coins, type, requirements, tracking_url)
    values ('ofr_crash', 'Crash', 'Crash', 250, 'install', 'None', 'https://network.example/?c={click_id}')`);
  await db.query(
    `insert into offer_events (offer_id, position, name, payout_paise, daily_cap, is_required)
     select 'ofr_crash', position, name, 500, 1000000, true from unnest($1::text[]) with ordinality as e (name, position)`,
    [EVENTS],
  );
  await db.query("insert into users (uid) select 'user-' || i from generate_series(1, 50) i");
  await db.query('insert into wallets (user_id) select id from users');
  const ids = Array.from({ length: CLICKS }, () => newUlid(new Date()));
  await db.query(
    `insert into clicks (id, created_at, offer_id, user_id, status)
     select id, at, 'ofr_crash', 1 + n % 50, 'clicked' from unnest($1::text[], $2::timestamptz[]) with ordinality as c (id, at, n)`,
    [ids, ids.map((id) => timeOfUlid(id))],
  );
  return ids;
}

/** 64 connections work through the requests until they are done or the server is gone. */
async function sendAll(
  port: number,
  requests: readonly { clickId: string; event: string }[],
  acknowledged: Map<string, Set<string>>,
  onAnswer: (answers: number) => void = () => undefined,
): Promise<void> {
  const agent = new HttpAgent({ keepAlive: true, maxSockets: CONNECTIONS });
  let next = 0;
  let answers = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < requests.length; at = next++) {
      const { clickId, event } = requests[at] as { clickId: string; event: string };
      const answer = await ask(
        agent,
        `http://127.0.0.1:${port}/postback/ofr_crash/${event}?token=${TOKEN}&click_id=${clickId}`,
      );
      if (answer === undefined) return;
      expect(answer.success).toBe(true);
      const name = `${clickId} ${event}`;
      acknowledged.set(name, (acknowledged.get(name) ?? new Set()).add(answer.conversionId ?? ''));
      onAnswer((answers += 1));
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  agent.destroy();
}
