import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@muneem/server/platform/database/embedded.ts';
import { migrate, openDatabase, type Database } from '@muneem/server/platform/database/index.ts';
import { createLogger } from '@muneem/server/platform/logger/index.ts';

export interface BenchServer {
  readonly dataDir: string;
  /** A fresh, migrated database. */
  createDatabase(name: string): Promise<{ readonly url: string; readonly database: Database }>;
  stop(): Promise<void>;
}

/** The embedded PostgreSQL exactly as the product runs it (fsync on), in a folder of its own. */
export async function startBenchServer(): Promise<BenchServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muneem-bench-'));
  const server = await startEmbeddedPostgres({ dataDir });
  const logger = createLogger('error');
  const opened: Database[] = [];
  return {
    dataDir,
    async createDatabase(name) {
      const administrator = openDatabase({ connectionString: server.connectionString, max: 1 }, logger);
      await administrator.pool.query(`create database ${name}`);
      await administrator.close();
      const address = new URL(server.connectionString);
      address.pathname = `/${name}`;
      await migrate({ connectionString: address.href });
      const database = openDatabase({ connectionString: address.href, max: 2 }, logger);
      opened.push(database);
      return { url: address.href, database };
    },
    async stop() {
      for (const database of opened) await database.close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
