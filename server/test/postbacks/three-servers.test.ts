import { Agent as HttpAgent } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createSecretBox } from '#platform/crypto/index.ts';
import { newUlid, timeOfUlid } from '#platform/ids/index.ts';
import { createTestDatabase } from '../test-database.ts';
import { APP_SECRET, ask, killServers, shuffle, startServer } from './server-processes.ts';

const CLICKS = 150;
const USERS = 10;
const CAP = 100;
const EVENTS = ['install', 'register', 'capped'];
const TOKEN = 'threethreethreethreethreethree32';

const cleanups: (() => Promise<void>)[] = [];
afterAll(async () => {
  killServers();
  for (const cleanup of cleanups.reverse()) await cleanup();
});

test(
  'three servers on one database that get every postback at once: each counts once, the cap is exact, the coins add up',
  { timeout: 120_000 },
  async () => {
    const database = await createTestDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'muneem-three-'));
    const db = new Client(database.connection);
    await db.connect();
    cleanups.push(
      () => rm(dataDir, { recursive: true, force: true }),
      () => database.drop(),
      () => db.end(),
    );
    const clickIds = await seed(db);
    const servers = await Promise.all([1, 2, 3].map((name) => startServer(database, join(dataDir, String(name)))));
    const requests = clickIds.flatMap((clickId) => EVENTS.map((event) => ({ clickId, event })));
    shuffle(requests);

    const answers = new Map<string, Set<string>>();
    await Promise.all(
      servers.map(async ({ port }) => {
        const agent = new HttpAgent({ keepAlive: true, maxSockets: 32 });
        await Promise.all(
          requests.map(async ({ clickId, event }) => {
            const url = `http://127.0.0.1:${port}/postback/ofr_three/${event}?token=${TOKEN}&click_id=${clickId}`;
            const answer = await ask(agent, url);
            expect(answer?.success).toBe(true);
            const name = `${clickId} ${event}`;
            answers.set(name, (answers.get(name) ?? new Set()).add(answer?.conversionId ?? ''));
          }),
        );
        agent.destroy();
      }),
    );

    const { rows } = await db.query<{ name: string; id: string }>(
      "select click_id || ' ' || event_key as name, id from conversions",
    );
    expect(rows).toHaveLength(requests.length);
    for (const { name, id } of rows) expect([...(answers.get(name) ?? [])], name).toEqual([id]);
    const { rows: sums } = await db.query(`
      select (select count(*) from conversions where event_key = 'capped' and status = 'approved')::int as granted,
        (select sum(approved) from event_day_counts)::int as counted,
        (select sum(conversions) from conversion_rollups)::int as rolled_up,
        (select count(*) from journals)::int as journals,
        (select sum(balance) from wallets)::int as wallets,
        (select sum(amount) from postings where account = 'wallet')::int as postings,
        (select count(*) from clicks where status = 'completed')::int as completed,
        (select completed_count from offers)::int as users_done`);
    const approved = CLICKS * 2 + CAP;
    expect(sums).toEqual([
      {
        granted: CAP,
        counted: approved,
        rolled_up: requests.length,
        journals: approved,
        wallets: approved * 5,
        postings: approved * 5,
        completed: CLICKS,
        users_done: USERS,
      },
    ]);
  },
);

async function seed(db: Client): Promise<string[]> {
  const sealed = createSecretBox(APP_SECRET).seal(TOKEN, 'settings.security-token');
  await db.query(
    "insert into settings (security_token_sealed, domain, system_name, admin_email) values ($1, 'http://127.0.0.1', 'Three', '')",
    [sealed],
  );
  await db.query(`insert into offers (id, title, description, coins, type, requirements, tracking_url)
    values ('ofr_three', 'Three', 'Three', 250, 'install', 'None', 'https://network.example/?c={click_id}')`);
  await db.query(
    `insert into offer_events (offer_id, position, name, payout_paise, daily_cap, is_required)
     select 'ofr_three', position, name, 500, case name when 'capped' then ${CAP} else 1000000 end, name <> 'capped'
     from unnest($1::text[]) with ordinality as e (name, position)`,
    [EVENTS],
  );
  await db.query(`insert into users (uid) select 'user-' || i from generate_series(1, ${USERS}) i`);
  await db.query('insert into wallets (user_id) select id from users');
  const ids = Array.from({ length: CLICKS }, () => newUlid(new Date()));
  await db.query(
    `insert into clicks (id, created_at, offer_id, user_id, status)
     select id, at, 'ofr_three', 1 + n % ${USERS}, 'clicked' from unnest($1::text[], $2::timestamptz[]) with ordinality as c (id, at, n)`,
    [ids, ids.map((id) => timeOfUlid(id))],
  );
  return ids;
}
