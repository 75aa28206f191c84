import { Agent } from 'node:http';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { refuseTransactionPooling } from '#platform/database-driver/index.ts';
import { openDatabaseLine } from '../database-line.ts';
import {
  everyRequest,
  killServers,
  listConversions,
  prepareServers,
  seedClicks,
  sendPostback,
  startServer,
  type Acknowledged,
} from '../postbacks/server-processes.ts';
import type { TestDatabase } from '#test/test-database.ts';
import { failToStart } from './failed-start.ts';
import { hasPgBouncer, startPgBouncer } from './pgbouncer.ts';

afterAll(killServers);

const events = ['install', 'register'];
const seed = { clicks: 40, users: 5, events: events.map((name) => ({ name, isRequired: true })) };
/** The URL with the server's role, through the proxy. */
const served = (database: TestDatabase, DATABASE_URL: string): TestDatabase => ({
  ...database,
  environment: { ...database.environment, DATABASE_URL },
});
const APP_SECRET = 'another-secret-another-secret-another';

test.skipIf(!hasPgBouncer)('runs behind PgBouncer in session mode (needs pgbouncer)', async () => {
  const { database, dataDir, db } = await prepareServers();
  const requests = everyRequest(await seedClicks(db, seed), events);
  const url = await startPgBouncer(database.serverConnection.connectionString, 'session');
  const { port } = await startServer(served(database, url), dataDir);
  const agent = new Agent({ keepAlive: true });
  const told: Acknowledged = new Map();
  await Promise.all(requests.map((request) => sendPostback(port, agent, request, told)));
  agent.destroy();
  const rows = await listConversions(db);
  expect(rows).toHaveLength(requests.length);
  for (const { name, id } of rows) expect([...(told.get(name) ?? [])]).toEqual([id]);
});

test.skipIf(!hasPgBouncer)('refuses PgBouncer in transaction mode in one line (needs pgbouncer)', async () => {
  const { database, dataDir, db } = await prepareServers();
  const rotating = await startPgBouncer(
    database.serverConnection.connectionString,
    'transaction',
    'server_round_robin = 1',
  );
  await expect(refuseTransactionPooling(rotating)).rejects.toThrow('in transaction mode');
  const DATABASE_URL = await startPgBouncer(database.serverConnection.connectionString, 'transaction');
  expect(await failToStart({ DATABASE_URL, DATA_DIR: dataDir, APP_SECRET, PORT: '0' })).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'muneem: DATABASE_URL leads to a connection pooler in transaction mode; set pool_mode = session for this database\n',
  });
  expect((await db.query('select 1 from settings')).rows).toEqual([]);
});

test('pays each postback once during a failover of the primary', async () => {
  const { database, dataDir, db } = await prepareServers();
  const requests = everyRequest(await seedClicks(db, seed), events);
  const first = await openDatabaseLine(database.serverConnection.connectionString);
  const second = await openDatabaseLine(database.serverConnection.connectionString);
  onTestFinished(async () => {
    await first.close();
    await second.close();
  });
  second.demote();
  const connectionString = first.connectionString.replace(/:\d+\//, `:${first.port},127.0.0.1:${second.port}/`);
  const { port } = await startServer(served(database, connectionString), dataDir, { LOG_LEVEL: 'silent' });
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const told: Acknowledged = new Map();
  const sendUntilStored = async (request: (typeof requests)[number]) => {
    await expect.poll(() => sendPostback(port, agent, request, told).catch(() => false)).toBe(true);
  };
  await Promise.all(requests.slice(0, 20).map(sendUntilStored));
  const rest = Promise.all(requests.slice(20).map(sendUntilStored));
  first.demote();
  second.promote();
  await rest;
  await first.cut();
  await Promise.all(requests.map(sendUntilStored));
  agent.destroy();
  const rows = await listConversions(db);
  expect(rows).toHaveLength(requests.length);
  for (const { name, id } of rows) expect([...(told.get(name) ?? [])]).toEqual([id]);
});
