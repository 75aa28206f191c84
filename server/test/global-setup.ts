import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#platform/database/embedded.ts';
import { prepareTemplate } from './template-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServer: { url: string; template: string };
  }
}

/** Processes are killed in these tests, machines are not: what fsync guards against cannot happen. */
const FAST = { fsync: 'off', shared_buffers: '128MB', max_connections: '250', max_wal_size: '1GB' };

/** One PostgreSQL for all test files of a run: `TEST_DATABASE_URL`, else an embedded one in a temporary folder. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') {
    project.provide('testServer', { url: given, template: await prepareTemplate(given) });
    return undefined;
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'muneem-test-'));
  const server = await startEmbeddedPostgres({ dataDir, settings: FAST });
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const url = server.connectionString;
    project.provide('testServer', { url, template: await prepareTemplate(url) });
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
