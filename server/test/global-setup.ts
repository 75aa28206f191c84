import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#platform/embedded-postgresql/index.ts';
import { prepareTemplate, type TestRoles } from './template-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestRoles & { template: string };
  }
}

const SERVER_ROLE = 'muneem_test_server';

/** These tests kill processes, not machines, so they need no fsync and no full-page writes. */
const FAST = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  shared_buffers: '128MB',
  max_connections: '250',
  max_wal_size: '512MB',
  // The kernel copies the files of a new database.
  file_copy_method: 'clone',
  // A worker connects to each database every 20 s. Tests that need statistics analyze their tables.
  autovacuum: 'off',
};

/** Enough for the write-ahead log and the databases of all workers. */
const ROOM_BYTES = 4 * 1024 ** 3;

/** Uses a memory disk if it is large enough: copying a database there takes a tenth of the time. */
async function folderForDatabases(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => undefined);
  return memory !== undefined && memory.bavail * memory.bsize >= ROOM_BYTES ? '/dev/shm' : tmpdir();
}

/** One PostgreSQL for all test files of a run: `TEST_DATABASE_URL` or an embedded one. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') {
    const roles = { superuserUrl: given, ownerUrl: given, serverUrl: await createServerRole(given) };
    project.provide('testServer', { ...roles, template: await prepareTemplate(roles) });
    return undefined;
  }
  const dataDir = await mkdtemp(join(await folderForDatabases(), 'muneem-test-'));
  const server = await startEmbeddedPostgres({ dataDir, settings: FAST });
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const { superuserUrl, ownerUrl, url: serverUrl } = server;
    const roles = { superuserUrl, ownerUrl, serverUrl };
    project.provide('testServer', { ...roles, template: await prepareTemplate(roles) });
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

/** Creates a role without privileges of its own. @returns the server's URL with that role */
async function createServerRole(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [SERVER_ROLE]);
  if (rowCount === 0) await client.query(`create role ${SERVER_ROLE} login password '${SERVER_ROLE}'`);
  await client.end();
  const address = new URL(url);
  address.username = SERVER_ROLE;
  address.password = SERVER_ROLE;
  return address.href;
}
