import type { PoolConfig } from 'pg';
import { outageOf, sqlState, urlsOfHosts, type SessionConfig } from '#platform/database-driver/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import { openDatabase, type Database, type Queryable } from './database.ts';
import { rowReaders } from './row-readers.ts';
import { sql } from './sql.ts';

/**
 * Reads that may be a few seconds old: reports, exports, evidence, the audit log. It is no `Database` and cannot open a
 * transaction, so a decision about money cannot use it.
 */
export interface ReadDatabase {
  /**
   * Chooses where one request reads: a replica whose lag is within the bound, else the primary.
   * @param isFresh the caller must see its own last change: reads the primary
   */
  reader(options?: { readonly isFresh?: boolean }): Reader;
  /** Lag of the replica in use. Null while reads go to the primary. */
  lagMs(): number | null;
  close(): Promise<void>;
}

/** Reads of either database. */
export type Reads = Queryable & Pick<Database, 'copyLines' | 'copyCells'>;

export interface Reader extends Queryable {
  /** Runs a read of several steps. It runs again on the primary if the replica fails. */
  run<Result>(read: (source: Reads) => Promise<Result>): Promise<Result>;
  /** Age of the data. Null if it comes from the primary. */
  readonly ageMs: number | null;
}

interface ReadDatabaseOptions extends PoolConfig, SessionConfig {
  /** One URL for all replicas, each host a replica. Undefined: every read goes to the primary. */
  readonly url: string | undefined;
  readonly maxLagMs: number;
}

/** A position in the write-ahead log, and when the primary was there. */
interface Sample {
  readonly position: number;
  readonly atMs: number;
}

interface Replica {
  readonly database: Database;
  isAsking: boolean;
  /** The last read of its lag failed and was logged. */
  hasFailed: boolean;
  lag: { readonly ms: number; readonly askedAtMs: number } | undefined;
}

const CHECK_EVERY_MS = 1_000;
/** A replica that does not answer for this long is not used. */
const SILENT_MS = 3_000;
const STATEMENT_TIMEOUT = '57014';

// The flushed part of the log can be streamed. float8 is exact up to 9 petabytes of log.
const PRIMARY_POSITION = sql`select (pg_current_wal_flush_lsn() - '0/0')::float8 as position`;
// A host that has become the primary has everything.
const REPLICA_POSITION = sql`
  select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end - '0/0')::float8
    as position`;

/**
 * Opens the replicas of DATABASE_READ_URL. About every second it compares their position in the log with positions where the
 * primary was: `now() - pg_last_xact_replay_timestamp()` would grow while the primary is idle.
 */
export function openReadDatabase(primary: Database, options: ReadDatabaseOptions, logger: Logger): ReadDatabase {
  const { url, maxLagMs, ...config } = options;
  const replicas = (url === undefined ? [] : urlsOfHosts(url)).map((connectionString): Replica => ({
    database: openDatabase(
      { application_name: 'muneem-read', ...config, connectionString, isReadOnly: true },
      logger,
      primary.clock,
    ),
    isAsking: false,
    hasFailed: false,
    lag: undefined,
  }));
  const samples: Sample[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const ask = async (replica: Replica): Promise<void> => {
    if (replica.isAsking) return;
    replica.isAsking = true;
    try {
      const position = await replica.database.getValue<number>(REPLICA_POSITION);
      replica.hasFailed = false;
      replica.lag = { ms: lagAt(samples, position, performance.now()), askedAtMs: performance.now() };
    } catch (error) {
      if (!replica.hasFailed && !isClosed)
        logger.warn({ err: error }, 'a read replica cannot be used; reading the primary');
      replica.hasFailed = true;
      replica.lag = undefined;
    } finally {
      replica.isAsking = false;
    }
  };
  const check = async (): Promise<void> => {
    try {
      const position = await primary.getValue<number>(PRIMARY_POSITION);
      // A new primary may start before the last sample of the old one.
      if (position < (samples.at(-1)?.position ?? 0)) samples.length = 0;
      samples.push({ position, atMs: performance.now() });
      while ((samples[1]?.atMs ?? Infinity) < performance.now() - maxLagMs - SILENT_MS) samples.shift();
      for (const replica of replicas) void ask(replica);
    } catch {
      // Without the primary's position no lag is known. After `SILENT_MS` no replica is used.
    }
    if (!isClosed) timer = setTimeout(check, CHECK_EVERY_MS).unref();
  };
  if (replicas.length > 0) void check();

  const isUsable = ({ lag }: Replica): boolean =>
    lag !== undefined && lag.ms <= maxLagMs && performance.now() - lag.askedAtMs < SILENT_MS;
  return {
    reader({ isFresh = false } = {}) {
      const replica = isFresh ? undefined : replicas.find(isUsable);
      if (!replica?.lag) return { ...readingBy((read) => read(primary)), ageMs: null };
      return { ...readingBy(withFallback(replica.database, primary, logger)), ageMs: replica.lag.ms };
    },
    lagMs: () => replicas.find(isUsable)?.lag?.ms ?? null,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await Promise.all(replicas.map(({ database }) => database.close()));
    },
  };
}

/** The time since the primary was at `position`, between two samples by proportion. Infinity if that was before the first. */
export function lagAt(samples: readonly Sample[], position: number, nowMs: number): number {
  const index = samples.findLastIndex((sample) => sample.position <= position);
  const [from, to] = [samples[index], samples[index + 1]];
  if (!from) return Infinity;
  // It has everything that the primary had at the last sample.
  if (!to) return 0;
  const share = (position - from.position) / (to.position - from.position);
  return nowMs - (from.atMs + share * (to.atMs - from.atMs));
}

const readingBy = (run: Reader['run']): Omit<Reader, 'ageMs'> => ({
  run,
  ...rowReaders((statement) => run((source) => source.query(statement))),
  execute: (statement) => run((source) => source.execute(statement)),
  prepared: (name, text, values) => run((source) => source.prepared(name, text, values)),
});

/** False for a statement timeout, because the primary would need as long, and for a write, which fails on both. */
const isReplicaFailure = (error: unknown): boolean =>
  outageOf(error) !== undefined && outageOf(error) !== 'read-only' && sqlState(error) !== STATEMENT_TIMEOUT;

/** Repeats a read on the primary if the replica is away, or cancels the read in order to replay a change. */
const withFallback =
  (replica: Database, primary: Database, logger: Logger): Reader['run'] =>
  async (read) => {
    try {
      return await read(replica);
    } catch (error) {
      if (!isReplicaFailure(error)) throw error;
      logger.warn({ err: error }, 'a read replica failed; reading the primary');
      return read(primary);
    }
  };
