import { COUNTED } from '#test/conversion-reports/counted.ts';
import { Agent as HttpAgent } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  everyRequest,
  killServers,
  listConversions,
  prepareServers,
  seedClicks,
  sendPostback,
  startServer,
  type Acknowledged,
} from './server-processes.ts';

const SERVERS = 3;
const CLICKS = 150;
const USERS = 10;
const CAP = 100;

afterAll(killServers);

test(`counts each postback once when ${SERVERS} servers get all of them, with exact caps and coins`, async () => {
  const { database, dataDir, db } = await prepareServers();
  const clickIds = await seedClicks(db, {
    clicks: CLICKS,
    users: USERS,
    events: [
      { name: 'install', isRequired: true },
      { name: 'register', isRequired: true },
      { name: 'capped', isRequired: false, cap: CAP },
    ],
  });
  const starts = Array.from({ length: SERVERS }, (_, at) => startServer(database, join(dataDir, String(at))));
  const servers = await Promise.all(starts);
  const requests = everyRequest(clickIds, ['install', 'register', 'capped']);

  const answers: Acknowledged = new Map();
  await Promise.all(
    servers.map(async ({ port }) => {
      const agent = new HttpAgent({ keepAlive: true, maxSockets: 32 });
      const sent = await Promise.all(requests.map((request) => sendPostback(port, agent, request, answers)));
      expect(sent).not.toContain(false);
      agent.destroy();
    }),
  );

  const rows = await listConversions(db);
  expect(rows).toHaveLength(requests.length);
  for (const { name, id } of rows) expect([...(answers.get(name) ?? [])], name).toEqual([id]);
  const { rows: sums } = await db.query(`
      select (select count(*) from conversions where event_key = 'capped' and status = 'approved')::int as granted,
        (select sum(approved) from event_day_counts)::int as counted,
        ${COUNTED} as rolled_up,
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
});
