import { join, resolve } from 'node:path';
import { sql, type Database } from '@muneem/server/platform/database/index.ts';
import { environment, startBenchServer } from '../bench-database.ts';
import { PRODUCT, startProgram, type Program } from '../load/processes.ts';
import { APP_SECRET } from '../postbacks/seed.ts';
import { line } from '../report.ts';
import { judgeAnswer, readAnswer, timeAnswer } from './ask.ts';
import { openSession } from './seed-lists.ts';
import { withoutIndexes } from './without-indexes.ts';

/**
 * Admins that take turns, because the rate limit counts per admin. At 600 calls a minute each, together they may send
 * more than any server answers.
 */
const ASKERS = 600;
/** Targets of a page that is opened by a number far away, and of a step from page to page. */
const FAR_MS = 300;
const STEP_MS = 50;
/** The product's database name, so that `npm start` can use a kept folder. */
const DATABASE = 'muneem';

export interface ListServer {
  /** The server's address without a trailing slash. */
  readonly base: string;
  /** Token of a signed-in admin. */
  readonly token: string;
  readonly program: Program;
  readonly database: Database;
  /** Checks that the 95th percentile of a GET meets its target. */
  ask(what: string, path: string, targetMs: number): Promise<void>;
  /** Checks a page that is opened by its number, and the steps to the next and the previous page from there. */
  askPages(what: string, path: string, page: number): Promise<void>;
  /** Requests a path once. @returns the time in ms */
  time(path: string): Promise<number>;
  /** Returns the token of the next admin: the rate limit counts per admin. */
  asker(): string;
  /** Processor time of server and database so far, in µs. */
  cpuUs(): Promise<number>;
  /** Records checks. One false check makes the benchmark fail. */
  keep(...checks: boolean[]): void;
}

/**
 * Fills a database, starts the product on it and runs the measurements. With BENCH_KEEP=<folder> the database stays
 * there: the next run skips the filling, and the product can be started on it. @returns whether all targets are met
 */
export async function withListServer(
  name: string,
  seed: (database: Database) => Promise<string>,
  work: (server: ListServer) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const keepIn = process.env['BENCH_KEEP'];
  const keptIn = keepIn === undefined ? undefined : join(resolve(keepIn), name);
  const server = await startBenchServer({ keptIn });
  let program: Program | undefined;
  try {
    const { database, ...prepared } = await server.createDatabase(DATABASE);
    await fill(database, seed);
    // The server must start before the first session is opened: it creates its first admin only if there is none.
    program = await startProgram(PRODUCT, { ...environment(prepared, server.dataDir), ...settings });
    const token = await openSession(database);
    const askers = await Promise.all(
      Array.from({ length: ASKERS }, (_, n) => openSession(database, `asker${n}@muneem.example`)),
    );
    let questions = 0;
    const base = `http://127.0.0.1:${program.port}`;
    const checks: boolean[] = [];
    const asker = (): string => askers[questions++ % ASKERS] ?? token;
    const next = (path: string) => ({ url: `${base}${path}`, token: asker() });
    const ask = async (asked: string, path: string, targetMs: number): Promise<void> =>
      void checks.push(await judgeAnswer(asked, next(path), targetMs));
    await work({
      base,
      token,
      program,
      database,
      asker,
      ask,
      async askPages(what, path, page) {
        const at = (number: number): string => `${path}${path.includes('?') ? '&' : '?'}page=${number}`;
        await ask(`page ${page} by its number: ${what}`, at(page), FAR_MS);
        const { body } = await readAnswer(next(at(page)));
        const { anchor } = JSON.parse(Buffer.from(body).toString()) as { anchor: string };
        for (const [step, number] of [
          ['next', page + 1],
          ['previous', page - 1],
        ] as const)
          await ask(`the ${step} page: ${what}`, `${at(number)}&anchor=${anchor}`, STEP_MS);
      },
      time: (path) => timeAnswer(next(path)),
      cpuUs: async () => ((await program?.cpuUs()) ?? 0) + (await server.cpuUs()),
      keep: (...more) => void checks.push(...more),
    });
    return checks.every(Boolean);
  } finally {
    await program?.stop();
    await server.stop();
    if (keptIn !== undefined) line(`kept; to open it: DATA_DIR=${keptIn} APP_SECRET=${APP_SECRET} npm start`);
  }
}

/** Fills a database. The comment on the database marks it as complete. */
async function fill(database: Database, seed: (database: Database) => Promise<string>): Promise<void> {
  const contents = await database.getValue<string | null>(
    sql`select shobj_description(oid, 'pg_database') from pg_database where datname = current_database()`,
  );
  if (contents) {
    line(`${contents}, kept from an earlier run`);
    return;
  }
  const begin = performance.now();
  const what = await withoutIndexes(database, ['users', 'conversions'], () => seed(database));
  await database.pool.query('vacuum analyze');
  await database.pool.query(`comment on database ${DATABASE} is '${what}'`);
  line(`${what} made in ${Math.round((performance.now() - begin) / 1000)} s`);
}
