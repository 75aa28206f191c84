import { setTimeout as wait } from 'node:timers/promises';
import { openSession, seedOffers, seedUsers } from '@muneem/bench/lists/seed-lists.ts';
import { seedConversions } from '@muneem/bench/lists/seed-conversions.ts';
import { fullLoad, steadyLoad } from '@muneem/bench/load/load.ts';
import { APP_SECRET, postbackPaths, seedClicks, seedOffer } from '@muneem/bench/postbacks/seed.ts';
import { startProduct, type Product } from '@muneem/sandbox/product';
import { freePort } from '@muneem/sandbox/web-kit';
import { migrate, openDatabase, type Database } from '@muneem/server/platform/database/index.ts';
import { createLogger } from '@muneem/server/platform/logger/index.ts';
import { installPrograms } from '../debian.ts';
import { startPostgresql, type Postgresql } from '../postgresql.ts';
import { until } from '../programs.ts';
import { judge, line } from '../report.ts';
import { checkFallback } from './check-fallback.ts';
import { keepTo, PROCESSORS } from './processors.ts';
import { ageOf, readReports } from './read-reports.ts';
import { startReplica, type Replica } from './start-replica.ts';

export interface ReplicaSize {
  /** Rows of the export. */
  readonly rows: number;
  /** Clicks with four postbacks each. */
  readonly clicks: number;
  readonly seconds: number;
  readonly rounds: number;
}

const FULL: ReplicaSize = {
  rows: Number(process.env['DRILL_ROWS'] ?? 1_000_000),
  clicks: 60_000,
  seconds: 8,
  rounds: 3,
};
const CONNECTIONS = 64;
const READERS = 16;
const RISE_LIMIT_PERCENT = 10;
/** The limit applies from this size on: the few seconds of a small run prove nothing. */
const JUDGED_FROM_ROWS = 1_000_000;

/**
 * Measures postbacks at half load, alone and beside an export and 16 readers of reports, without and with a replica.
 * Then breaks the replica.
 */
export async function rehearseReplica(size: ReplicaSize = FULL): Promise<boolean | 'not run'> {
  const paths = await installPrograms({
    initdb: 'postgresql-15',
    pg_ctl: 'postgresql-15',
    pg_basebackup: 'postgresql-client-15',
    taskset: 'util-linux',
  });
  if (paths === null) return 'not run';
  await keepTo(PROCESSORS.primary, process.pid);
  try {
    return await measure(paths, size);
  } finally {
    await keepTo(PROCESSORS.all, process.pid);
  }
}

async function measure(programs: Readonly<Record<'initdb' | 'pg_ctl', string>>, size: ReplicaSize): Promise<boolean> {
  const primary = await startPostgresql(programs, () => '-c shared_buffers=512MB -c max_wal_size=4GB');
  const database = openDatabase(
    { connectionString: primary.superuserUrl(primary.port), max: 2 },
    createLogger('error'),
  );
  try {
    const paths = await seed(primary, database, size);
    const replica = await startReplica(programs, primary);
    return await compare({ primary, replica, database, paths, size }).finally(() => replica.stop());
  } finally {
    await database.close();
    await primary.stop();
  }
}

async function seed(primary: Postgresql, database: Database, { rows, clicks }: ReplicaSize): Promise<string[]> {
  const { DATABASE_URL, DATABASE_OWNER_URL } = primary.settings(primary.port);
  await migrate({ connectionString: DATABASE_OWNER_URL }, { connectionString: DATABASE_URL });
  const offerId = await seedOffer(database, 500);
  const paths = postbackPaths(offerId, await seedClicks(database, offerId, clicks));
  await seedUsers(database, 20_000);
  await seedOffers(database, 500);
  await seedConversions(database, rows);
  await database.pool.query('vacuum analyze');
  await database.pool.query('checkpoint');
  return paths;
}

interface Parts {
  readonly primary: Postgresql;
  readonly replica: Replica;
  readonly database: Database;
  readonly paths: readonly string[];
  readonly size: ReplicaSize;
}

/** Three servers: one gets the postbacks, and the admins use one without or one with a replica. */
async function compare({ primary, replica, database, paths, size }: Parts): Promise<boolean> {
  const { rows, seconds, rounds } = size;
  const start = async (settings: Record<string, string> = {}): Promise<Product> => {
    const product = await startProduct({
      port: await freePort(),
      settings: {
        ...primary.settings(primary.port),
        APP_SECRET,
        DATA_DIR: primary.folder,
        PUBLIC_URL: 'http://127.0.0.1',
        LOG_LEVEL: 'error',
        ...settings,
      },
    });
    return product;
  };
  const postbacks = await start();
  const without = await start();
  const withReplica = await start({ DATABASE_READ_URL: replica.url });
  for (const { pid } of [without, withReplica]) await keepTo(PROCESSORS.replica, pid);
  try {
    const tokens = await Promise.all(
      Array.from({ length: READERS + 1 }, (_, n) => openSession(database, `reader${n}@muneem.example`)),
    );
    const first = tokens[0] as string;
    await until('the replica is used', async () => (await ageOf(withReplica.url, first)) !== null);
    let at = 0;
    const load = {
      port: Number(new URL(postbacks.url).port),
      connections: CONNECTIONS,
      next: () => paths[at++ % paths.length] as string,
    };
    await fullLoad({ ...load, seconds });
    const { perSecond } = await fullLoad({ ...load, seconds });
    const rate = perSecond / 2;
    const p99 = async (admins?: Product): Promise<number> => {
      const reading = admins && readReports(admins.url, tokens);
      await wait(admins ? 1_000 : 0);
      const { p99Ms, statuses } = await steadyLoad({ ...load, seconds, rate });
      const read = await reading?.stop();
      const failed = Object.entries(statuses).filter(([status]) => status !== '200');
      const notes = [
        ...(read ? [`${read.exportedRows} rows exported, ${read.answers} reports read`] : []),
        ...(read && read.failures > 0 ? [`${read.failures} reads failed`] : []),
        ...failed.map(([status, count]) => `${count} × ${status}`),
      ];
      const label = admins === undefined ? 'alone' : admins === withReplica ? 'with a replica' : 'without a replica';
      line(`  p99 of postbacks ${label}: ${p99Ms.toFixed(1)} ms${notes.map((note) => ` · ${note}`).join('')}`);
      return p99Ms;
    };
    line(`${rows.toLocaleString('en-IN')} conversions; postbacks at half load: ${Math.round(rate)} a second`);
    const rises = { without: [] as number[], withReplica: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      const alone = await p99();
      rises.without.push(100 * ((await p99(without)) / alone - 1));
      rises.withReplica.push(100 * ((await p99(withReplica)) / alone - 1));
    }
    line(`rise of the p99 without a replica: ${Math.round(median(rises.without))} %`);
    const isFull = rows >= JUDGED_FROM_ROWS;
    if (!isFull) line(`rise of the p99 with a replica: ${Math.round(median(rises.withReplica))} %`);
    const kept = isFull
      ? judge('% rise of the p99 with a replica', median(rises.withReplica), '≤', RISE_LIMIT_PERCENT)
      : true;
    return (await checkFallback(withReplica.url, first, { replica, database })) && kept;
  } finally {
    await Promise.all([postbacks, without, withReplica].map((each) => each.stop()));
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Infinity;
