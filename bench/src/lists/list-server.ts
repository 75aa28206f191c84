import type { Database } from '@muneem/server/platform/database/index.ts';
import { startBenchServer } from '../bench-database.ts';
import { startProgram, type Program } from '../load/processes.ts';
import { APP_SECRET } from '../postbacks/seed.ts';
import { line } from '../report.ts';
import { judgeAnswer } from './ask.ts';
import { openSession } from './seed-lists.ts';

const PRODUCT = new URL('../../../server/src/main.ts', import.meta.url);

/** Each question comes from another administrator: one alone may ask only so many times a minute. */
const ASKERS = 30;

export interface ListServer {
  /** Where the product listens, without a slash at the end. */
  readonly base: string;
  /** Of an administrator who is signed in. */
  readonly token: string;
  readonly program: Program;
  readonly database: Database;
  /** Whether the 95th percentile of a GET holds. */
  ask(what: string, path: string, targetMs: number): Promise<void>;
  /** What did not hold, or false of something else, makes the benchmark fail. */
  keep(...checks: boolean[]): void;
}

/** Fills a database, starts the product on it and asks. @returns whether everything that was asked holds */
export async function withListServer(
  name: string,
  seed: (database: Database) => Promise<string>,
  work: (server: ListServer) => Promise<void>,
): Promise<boolean> {
  const server = await startBenchServer();
  let program: Program | undefined;
  try {
    const { database, url } = await server.createDatabase(name);
    const begin = performance.now();
    const what = await seed(database);
    await database.pool.query('vacuum analyze');
    line(`${what} made in ${Math.round((performance.now() - begin) / 1000)} s`);
    const token = await openSession(database);
    const askers = await Promise.all(
      Array.from({ length: ASKERS }, (_, n) => openSession(database, `asker${n}@muneem.example`)),
    );
    let questions = 0;
    program = await startProgram(PRODUCT, {
      DATA_DIR: server.dataDir,
      DATABASE_URL: url,
      APP_SECRET,
      LOG_LEVEL: 'error',
      PUBLIC_URL: 'http://127.0.0.1',
    });
    const base = `http://127.0.0.1:${program.port}`;
    const checks: boolean[] = [];
    await work({
      base,
      token,
      program,
      database,
      ask: async (asked, path, targetMs) =>
        void checks.push(
          await judgeAnswer(asked, { url: `${base}${path}`, token: askers[questions++ % ASKERS] ?? token }, targetMs),
        ),
      keep: (...more) => void checks.push(...more),
    });
    return checks.every(Boolean);
  } finally {
    await program?.stop();
    await server.stop();
  }
}
