import type { Logger } from '#platform/logger/index.ts';
import type { Database, Tx } from './database.ts';
import { sql } from './sql.ts';

/** The data that nodes keep in memory; each has a row in `cache_versions`. */
export type CacheTopic = 'offers' | 'settings' | 'custom_postbacks';

const CHECK_EVERY_MS = 500;

/**
 * Tells features when another node changed what they keep in memory. Every writer raises the topic's version in its
 * own transaction; every node asks for the versions twice a second, so a change is seen everywhere within 0.5 s, also
 * after a lost connection. (No LISTEN/NOTIFY: it would tie up a connection and serialise commits.)
 */
export interface CacheWatcher {
  /** Calls `refresh` after each change by any node; at once in this node through `changed`. */
  onChange(topic: CacheTopic, refresh: () => void | Promise<void>): void;
  /**
   * Tells this node's own listeners now and waits until they have read what is new; call it after the commit of a
   * change made here, so that the next request of the same person sees it. Never rejects.
   */
  changed(topic: CacheTopic): Promise<void>;
  stop(): void;
}

/** Marks a topic as changed, in the transaction that changes it. */
export async function raiseCacheVersion(tx: Tx, topic: CacheTopic): Promise<void> {
  await tx.execute(sql`update cache_versions set version = version + 1 where topic = ${topic}`);
}

export function watchCaches(database: Database, logger: Logger): CacheWatcher {
  const listeners = new Map<CacheTopic, (() => void | Promise<void>)[]>();
  const versions = new Map<CacheTopic, number>();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const tell = async (topic: CacheTopic): Promise<void> => {
    await Promise.allSettled((listeners.get(topic) ?? []).map(async (refresh) => refresh()));
  };

  const check = async (): Promise<void> => {
    try {
      for (const row of await database.query<{ topic: CacheTopic; version: number }>(
        sql`select topic, version from cache_versions`,
      )) {
        const known = versions.get(row.topic);
        versions.set(row.topic, row.version);
        if (known !== row.version) void tell(row.topic);
      }
    } catch (error) {
      if (!stopped) logger.warn({ err: error }, 'cache versions could not be read; trying again');
    }
    if (!stopped) timer = setTimeout(check, CHECK_EVERY_MS).unref();
  };
  void check();

  return {
    onChange: (topic, refresh) => void listeners.set(topic, [...(listeners.get(topic) ?? []), refresh]),
    changed: tell,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
