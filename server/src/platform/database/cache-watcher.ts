import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '#platform/logger/index.ts';
import type { Database } from './database.ts';
import { sql } from './sql.ts';
import { StaleCaches, transaction, type Tx } from './transaction.ts';

/** The data that servers keep in memory. Each topic has a row in `cache_versions`. */
type CacheTopic = 'offers' | 'settings' | 'custom_postbacks' | 'restores';

const CHECK_EVERY_MS = 500;
/** Minimum time between two reads of the same data, for all callers together. */
const RUN_EVERY_MS = 10;
/** Maximum wait for a read, so that a caller can answer during a database outage. */
const CATCH_UP_TIMEOUT_MS = 1_000;
const CATCH_UP_STEPS = 4;

/**
 * Tells features when another server changed the data that they keep in memory. Each writer raises the topic's version in
 * its own transaction. Each server reads the versions twice a second, so it sees a change within 0.5 s, also after a lost
 * connection. LISTEN/NOTIFY would tie up a connection and serialise commits.
 */
export interface CacheWatcher {
  /**
   * Calls `read` after each change by any server, one call at a time. If it throws, it is retried until it succeeds.
   * @returns a function that reads now. It resolves after a read that began after its call
   */
  onChange(topic: CacheTopic, read: () => Promise<void>): () => Promise<void>;
  /**
   * Runs `work` in a transaction that changes the data of these topics. Then refreshes this server, so that the next
   * request of the same person sees the change.
   */
  change<Result>(topics: readonly CacheTopic[], work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /**
   * Resolves when this server has read every change that was committed before the call. Callers share one read, so a
   * flood costs the database one short read per 10 ms. @throws when the database does not answer within a second
   */
  catchUp(): Promise<void>;
  /**
   * Checks that this server has read the changes of these versions, which the transaction read by `CACHE_VERSIONS`.
   * Decide right afterwards, without an await between. After one catch-up, later changes no longer count: a transaction
   * would never end during an import.
   * @throws StaleCaches, so that `transaction` catches up and runs the work again
   */
  requireCurrent(tx: Tx, versions: CacheVersions): void;
  /** Returns the milliseconds since this server was last known to have read every change. */
  lagMs(): number;
  stop(): void;
}

/** The versions in one column, for a statement that a transaction sends anyway. `readCacheVersions` reads its text. */
export const CACHE_VERSIONS = '(select json_object_agg(topic, version) from cache_versions)';

export type CacheVersions = Readonly<Partial<Record<CacheTopic, number>>>;

export const readCacheVersions = (text: string): CacheVersions => JSON.parse(text) as CacheVersions;

const SELECT_VERSIONS = sql`select topic, version from cache_versions`;

interface VersionRow extends Record<string, unknown> {
  readonly topic: CacheTopic;
  readonly version: number;
}

/** Marks a topic as changed, in the transaction that changes it. */
export async function raiseCacheVersion(tx: Tx, topic: CacheTopic): Promise<void> {
  await tx.execute(sql`update cache_versions set version = version + 1 where topic = ${topic}`);
}

export function watchCaches(database: Database, logger: Logger): CacheWatcher {
  const listeners = new Map<CacheTopic, (() => Promise<void>)[]>();
  const versions = new Map<CacheTopic, number>();
  const reading = new Set<Promise<void>>();
  let stopped = false;
  let currentAt = performance.now();
  let timer: NodeJS.Timeout | undefined;

  const refresh = async (topic: CacheTopic): Promise<void> => {
    const results = await Promise.allSettled((listeners.get(topic) ?? []).map((read) => read()));
    const failed = results.find((result) => result.status === 'rejected');
    if (!failed) return;
    versions.delete(topic);
    if (!stopped) logger.warn({ err: failed.reason as unknown, topic }, 'a change could not be read; trying again');
    throw failed.reason;
  };
  const tell = (topic: CacheTopic): Promise<void> => {
    const done = refresh(topic).finally(() => reading.delete(done));
    reading.add(done);
    return done;
  };
  const readVersions = async (): Promise<void> => {
    const askedAt = performance.now();
    for (const row of await database.query<VersionRow>(SELECT_VERSIONS)) {
      const known = versions.get(row.topic);
      versions.set(row.topic, row.version);
      if (known !== row.version) tell(row.topic).catch(() => undefined);
    }
    if (reading.size === 0) currentAt = askedAt;
  };
  const check = async (): Promise<void> => {
    try {
      await readVersions();
    } catch (error) {
      if (!stopped) logger.warn({ err: error }, 'cache versions could not be read; trying again');
    }
    if (!stopped) timer = setTimeout(check, CHECK_EVERY_MS).unref();
  };
  void check();
  const catchUp = shareRuns(async () => {
    await readVersions();
    await Promise.all(reading);
  }, withTimeout);

  return {
    onChange(topic, read) {
      const readNow = shareRuns(read);
      listeners.set(topic, [...(listeners.get(topic) ?? []), readNow]);
      return readNow;
    },
    async change(topics, work) {
      const result = await transaction(database, async (tx) => {
        const done = await work(tx);
        for (const topic of topics) await raiseCacheVersion(tx, topic);
        return done;
      });
      await Promise.allSettled(topics.map(tell));
      return result;
    },
    catchUp,
    requireCurrent(tx, seen) {
      if (tx.hasCaughtUp) return;
      const isOlder = ([topic, version]: [string, number]): boolean =>
        (versions.get(topic as CacheTopic) ?? -1) < version;
      if (reading.size > 0 || Object.entries(seen).some(isOlder)) throw new StaleCaches(catchUp);
    },
    lagMs: () => performance.now() - currentAt,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** Callers share the next run of `work`. They cannot use a run in progress, because it may have read too early. */
function shareRuns(
  work: () => Promise<void>,
  limited: (run: Promise<void>) => Promise<void> = (run) => run,
): () => Promise<void> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () =>
    (next ??= limited(
      current.then(() => {
        next = undefined;
        const run = work();
        current = Promise.allSettled([run, delay(RUN_EVERY_MS, undefined, { ref: false })]);
        return run;
      }),
    ));
}

const withTimeout = (work: Promise<void>): Promise<void> => Promise.race([work, expire()]);

/** Waits in steps: a pause of the machine, however long, ends one step only. The answer may have arrived meanwhile. */
async function expire(): Promise<never> {
  for (let step = 0; step < CATCH_UP_STEPS; step += 1)
    await delay(CATCH_UP_TIMEOUT_MS / CATCH_UP_STEPS, undefined, { ref: false });
  const message = 'the versions of the caches could not be read in time';
  throw Object.assign(new Error(message), { code: 'ETIMEDOUT' });
}
