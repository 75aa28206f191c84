import { join, resolve } from 'node:path';
import type { Database } from '@muneem/server/platform/database/index.ts';
import { startBenchServer } from '../bench-database.ts';
import { startProgram, type Program } from '../load/processes.ts';
import { APP_SECRET } from '../postbacks/seed.ts';
import { line } from '../report.ts';
import { judgeAnswer } from './ask.ts';
import { openSession } from './seed-lists.ts';

const PRODUCT = new URL('../../../server/src/main.ts', import.meta.url);

/** Each question comes from another admin, because of the rate limit per admin. */
const ASKERS = 30;
/** The product's own, so that a kept folder is one that it can be started on. */
const DATABASE = 'muneem';

export interface ListServer {
  /** Where the product listens, without a slash at the end. */
  readonly base: string;
  /** Token of a signed-in admin. */
  readonly token: string;
  readonly program: Program;
  readonly database: Database;
  /** Whether the 95th percentile of a GET holds. */
  ask(what: string, path: string, targetMs: number): Promise<void>;
  /** A false check makes the benchmark fail. */
  keep(...checks: boolean[]): void;
}

/**
 * Fills a database, starts the product on it and asks. With BENCH_KEEP, a folder, the database stays in it under the
 * benchmark's name: the next run asks at once, and the product can be opened on it. @returns whether everything holds
 */
export async function withListServer(
  name: string,
  seed: (database: Database) => Promise<string>,
  work: (server: ListServer) => Promise<void>,
): Promise<boolean> {
  const keepIn = process.env['BENCH_KEEP'];
  const keptIn = keepIn === undefined ? undefined : join(resolve(keepIn), name);
  const server = await startBenchServer({ keptIn });
  let program: Program | undefined;
  try {
    const { database, environment } = await server.createDatabase(DATABASE);
    await fill(database, seed);
    // Before anyone is signed in: its own first administrator comes first.
    program = await startProgram(PRODUCT, {
      DATA_DIR: server.dataDir,
      ...environment,
      APP_SECRET,
      LOG_LEVEL: 'error',
      PUBLIC_URL: 'http://127.0.0.1',
    });
    const token = await openSession(database);
    const askers = await Promise.all(
      Array.from({ length: ASKERS }, (_, n) => openSession(database, `asker${n}@muneem.example`)),
    );
    let questions = 0;
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
    if (keptIn !== undefined) line(`kept; to open it: DATA_DIR=${keptIn} APP_SECRET=${APP_SECRET} npm start`);
  }
}

/** Fills a database, and records its contents once it is complete. */
async function fill(database: Database, seed: (database: Database) => Promise<string>): Promise<void> {
  const { rows } = await database.pool.query<{ held: string | null }>(
    "select shobj_description(oid, 'pg_database') as held from pg_database where datname = current_database()",
  );
  const held = rows[0]?.held;
  if (held) {
    line(`${held}, kept from an earlier run`);
    return;
  }
  const begin = performance.now();
  const what = await seed(database);
  await database.pool.query('vacuum analyze');
  await database.pool.query(`comment on database ${DATABASE} is '${what}'`);
  line(`${what} made in ${Math.round((performance.now() - begin) / 1000)} s`);
}
