import { openSession, seedOffers, seedUsers } from '@muneem/bench/lists/seed-lists.ts';
import { seedConversions } from '@muneem/bench/lists/seed-conversions.ts';
import { fullLoad, steadyLoad } from '@muneem/bench/load/load.ts';
import { judge, line, median } from '@muneem/bench/report.ts';
import { APP_SECRET, postbackPaths, seedClicks, seedOffer } from '@muneem/bench/postbacks/seed.ts';
import { startProduct, type Product } from '@muneem/sandbox/product';
import { freePort } from '@muneem/sandbox/web-kit';
import { migrate, sql, type Database } from '@muneem/server/platform/database/index.ts';
import { openForChecks } from '../check-database.ts';
import { installPrograms } from '../debian.ts';
import { startPostgresql, type Postgresql } from '../postgresql.ts';
import { until } from '../programs.ts';
import { checkFallback } from './check-fallback.ts';
import { keepReplicaProcessorsBusy, keepTo, PROCESSORS } from './processors.ts';
import { ageOf, readReports } from './read-reports.ts';
import { startReplica, type Replica } from './start-replica.ts';

export interface ReplicaSize {
  /** Rows of the export. */
  readonly rows: number;
  /** Clicks with four postbacks each. */
  readonly clicks: number;
  /** Duration of a window. */
  readonly seconds: number;
  /** Windows that follow each other. */
  readonly windows: number;
  readonly rounds: number;
  /** Starts windows after a check of the ledger. The next one must begin after their end. */
  readonly isBetweenChecks: boolean;
}

const FULL: ReplicaSize = {
  rows: Number(process.env['DRILL_ROWS'] ?? 1_000_000),
  clicks: 160_000,
  seconds: 8,
  windows: 5,
  rounds: 3,
  isBetweenChecks: true,
};
const CONNECTIONS = 64;
const READERS = 16;
const RISE_LIMIT_PERCENT = 10;
/** The limit applies from this size on: the few seconds of a small run prove nothing. */
const JUDGED_FROM_ROWS = 1_000_000;
const CHECKED_WITHIN_MS = 150_000;

/**
 * Measures postbacks at half load, alone and beside an export and 16 readers of reports, with and without a replica.
 * Then breaks the replica. Models two machines: the primary with its server and callers has processor 0 and the disk.
 * The replica with the admins' server has the other processors and a disk in memory.
 */
export async function rehearseReplica(size: ReplicaSize = FULL): Promise<boolean | 'not run'> {
  const paths = await installPrograms({
    initdb: 'postgresql-15',
    pg_ctl: 'postgresql-15',
    pg_basebackup: 'postgresql-client-15',
    psql: 'postgresql-client-15',
    taskset: 'util-linux',
  });
  if (paths === null) return 'not run';
  // Every process that starts here inherits the processor.
  await keepTo(PROCESSORS.primary, process.pid);
  try {
    return await measure(paths, size);
  } finally {
    await keepTo(PROCESSORS.all, process.pid);
  }
}

async function measure(programs: Readonly<Record<'initdb' | 'pg_ctl', string>>, size: ReplicaSize): Promise<boolean> {
  const primary = await startPostgresql(programs, () => '-c shared_buffers=512MB -c max_wal_size=4GB');
  const database = openForChecks(primary.superuserUrl(primary.port));
  try {
    const paths = await seed(primary, database, size);
    const replica = await startReplica(programs, primary);
    return await compare({ primary, replica, database, paths, size }).finally(() => replica.remove());
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
  // A ledger with a breach would be checked completely each minute.
  await seedConversions(database, rows, 60, 0);
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

/** Three servers: one gets the postbacks, and the admins use one with or one without a replica. */
async function compare({ primary, replica, database, paths, size }: Parts): Promise<boolean> {
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
    const ways = { alone: undefined, 'with a replica': withReplica, 'without a replica': without };
    const isKept = await compareWays({
      ways,
      tokens,
      database,
      paths,
      size,
      port: Number(new URL(postbacks.url).port),
    });
    return (await checkFallback(withReplica.url, first, { replica, database })) && isKept;
  } finally {
    await Promise.all([postbacks, without, withReplica].map((each) => each.stop()));
  }
}

interface Comparison extends Pick<Parts, 'database' | 'paths' | 'size'> {
  /** The admins' server of each way. */
  readonly ways: Readonly<Record<'alone' | 'with a replica' | 'without a replica', Product | undefined>>;
  readonly tokens: readonly string[];
  /** The port of the server that gets the postbacks. */
  readonly port: number;
}

async function compareWays({ ways, tokens, database, paths, size, port }: Comparison): Promise<boolean> {
  const { rows, seconds, windows, rounds, isBetweenChecks } = size;
  let at = 0;
  const next = (): string => paths[at++ % paths.length] as string;
  const load = { port, connections: CONNECTIONS, next, seconds };
  await fullLoad(load);
  const rate = (await fullLoad(load)).perSecond / 2;
  line(`${rows.toLocaleString('en-IN')} conversions; postbacks at half load: ${Math.round(rate)} a second`);

  /** Returns the p99 of each window. */
  const measureWay = async (way: keyof typeof ways): Promise<number[]> => {
    const server = ways[way];
    const reading = server && readReports(server.url, tokens);
    const endLoops = server ? undefined : keepReplicaProcessorsBusy();
    if (isBetweenChecks) await untilLedgerChecked(database);
    const p99s: number[] = [];
    const failed = new Map<string, number>();
    for (let window = 0; window < windows; window += 1) {
      const { p99Ms, statuses } = await steadyLoad({ ...load, rate });
      p99s.push(p99Ms);
      for (const [status, count] of Object.entries(statuses))
        if (status !== '200') failed.set(status, (failed.get(status) ?? 0) + count);
    }
    const read = await reading?.stop();
    endLoops?.();
    const notes = [
      ...(read ? [`${read.exportedRows} rows exported, ${read.answers} reports read`] : []),
      ...(read && read.failures > 0 ? [`${read.failures} reads failed`] : []),
      ...[...failed].map(([status, count]) => `${count} × ${status}`),
    ];
    line(
      `  p99 ${way}: ${p99s.map((p99) => p99.toFixed(1)).join(', ')} ms${notes.map((note) => ` · ${note}`).join('')}`,
    );
    return p99s;
  };
  // The statements of readers that have gone must not last into the next figures: the slowest way comes last.
  const alone: number[][] = [];
  const withReplica: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await measureWay('alone'));
    withReplica.push(...(await measureWay('with a replica')));
  }
  const without = await measureWay('without a replica');

  const base = median(alone.flat());
  const riseOf = (p99s: readonly number[]): number => Math.round(100 * (median(p99s) / base - 1));
  const spread = alone.map((p99s) => riseOf(p99s));
  line(`median p99 alone ${base.toFixed(1)} ms; its rounds differ from it by ${spread.join(', ')} %`);
  line(`rise of the median p99 without a replica: ${riseOf(without)} %`);
  const rise = riseOf(withReplica);
  if (rows >= JUDGED_FROM_ROWS) return judge('% rise of the median p99 with a replica', rise, '≤', RISE_LIMIT_PERCENT);
  line(`rise of the median p99 with a replica: ${rise} %`);
  return true;
}

/** A check of the ledger takes seconds of the primary's processor each minute, whatever the admins read. */
async function untilLedgerChecked(database: Database): Promise<void> {
  const lastCheck = async (): Promise<number> =>
    (await database.query<{ at: Date }>(sql`select checked_at as at from ledger_checks`))[0]?.at.getTime() ?? 0;
  const before = await lastCheck();
  await until('the ledger is checked', async () => (await lastCheck()) !== before, CHECKED_WITHIN_MS);
}
