import { COUNTED } from '#test/conversion-reports/counted.ts';
import { once } from 'node:events';
import { Agent as HttpAgent } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { sized } from '../sized.ts';
import {
  everyRequest,
  killServers,
  listConversions,
  prepareServers,
  seedClicks,
  sendPostback,
  shuffle,
  startServer,
  type Request,
  type Acknowledged,
} from './server-processes.ts';

const CLICKS = sized(2_000, 120);
const KILL_AFTER = CLICKS * 1.75;
const EVENTS = ['install', 'register', 'level', 'deposit'];
const CONNECTIONS = 64;

afterAll(killServers);

test(`kill -9 during ${CLICKS * 5} postbacks: acknowledged ones survive, and a resend pays nothing twice`, async () => {
  const { database, dataDir, db } = await prepareServers();
  const events = EVENTS.map((name) => ({ name, isRequired: true }));
  const clickIds = await seedClicks(db, { clicks: CLICKS, users: 50, events });
  const requests = everyRequest(clickIds, EVENTS);
  const all = [...requests, ...requests.slice(0, requests.length / 4)];
  shuffle(all);

  const acknowledged: Acknowledged = new Map();
  const first = await startServer(database, dataDir);
  await sendAll(first.port, all, acknowledged, (answers) => {
    if (answers === KILL_AFTER) first.child.kill('SIGKILL');
  });
  if (first.child.signalCode === null) await once(first.child, 'exit');
  expect(first.child.signalCode).toBe('SIGKILL');
  const beforeCrash = new Map([...acknowledged].map(([name, ids]) => [name, [...ids][0]]));
  expect(beforeCrash.size).toBeGreaterThan(KILL_AFTER / 2);
  expect(beforeCrash.size).toBeLessThan(requests.length);

  const second = await startServer(database, dataDir);
  await sendAll(second.port, all, acknowledged);
  second.child.kill('SIGTERM');
  expect((await once(second.child, 'exit'))[0]).toBe(0);

  const rows = await listConversions(db);
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
      ${COUNTED} as rolled_up,
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
});

/** 64 connections work through the requests until all are done or the server is gone. */
async function sendAll(
  port: number,
  requests: readonly Request[],
  acknowledged: Acknowledged,
  onAnswer: (answers: number) => void = () => undefined,
): Promise<void> {
  const agent = new HttpAgent({ keepAlive: true, maxSockets: CONNECTIONS });
  let next = 0;
  let answers = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < requests.length; at = next++) {
      if (!(await sendPostback(port, agent, requests[at] as Request, acknowledged))) return;
      onAnswer((answers += 1));
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  agent.destroy();
}
