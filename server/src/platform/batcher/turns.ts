import { SessionClient, sqlState, type SessionConfig } from '#platform/database-driver/index.ts';
import type { Logger } from '#platform/logger/index.ts';

type EndTurn = () => void;

export interface Turns {
  /** Waits for the turn. @returns undefined at once when no other process takes part. Never rejects. */
  take(): Promise<EndTurn> | undefined;
  stop(): Promise<void>;
}

/** Two full batches take less, also on a slow machine. */
const MOST_WAIT_MS = 250;
const CHECK_EVERY_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';
const KEY = 'hashtextextended($1, 0)';
const OTHERS = `select count(*) > 1 as others from pg_locks
  where locktype = 'advisory' and mode = 'ShareLock'
    and database = (select oid from pg_database where datname = current_database())
    and (classid::bigint << 32 | objid::bigint) = ${KEY}`;

/**
 * Lets the processes of a cluster run the same kind of batch one after the other, so that each batch is larger. Best
 * effort: correctness does not depend on it. A single process never waits. A hanging process delays the others only
 * briefly.
 * @param mostWaitMs after this time a process continues without its turn
 */
export function createTurns(connection: SessionConfig, name: string, logger: Logger, mostWaitMs = MOST_WAIT_MS): Turns {
  let connecting: Promise<SessionClient | undefined> | undefined;
  let isAlone = true;
  let checkedAtMs = -CHECK_EVERY_MS;
  /** The previous statement. Each one waits for it, because a client runs one statement at a time. */
  let lastRun: Promise<unknown> = Promise.resolve();

  const drop = (reason: unknown): void => {
    logger.warn(
      { err: reason, turns: name },
      'the connection for turns broke, so this process continues without turns',
    );
    const broken = connecting;
    connecting = undefined;
    isAlone = true;
    void broken?.then((client) => client?.end()).catch(() => undefined);
  };

  const connect = async (): Promise<SessionClient | undefined> => {
    const client = new SessionClient(connection);
    try {
      await client.connect();
      await client.query(`set lock_timeout = ${mostWaitMs}`);
      // Every process that takes part holds this shared lock.
      await client.query(`select pg_advisory_lock_shared(${KEY})`, [`${name} present`]);
      return client;
    } catch (error) {
      drop(error);
      return undefined;
    }
  };

  const run = (statement: string, text: string, value: string): Promise<{ readonly others?: boolean }[]> => {
    const result = lastRun.then(async () => {
      const client = await (connecting ??= connect());
      return client ? (await client.query({ name: statement, text, values: [value] })).rows : [];
    });
    lastRun = result.catch(() => undefined);
    return result;
  };

  /** Runs in the background: a stale answer costs only time. */
  const checkOthers = async (): Promise<void> => {
    const [row] = await run('turns-others', OTHERS, `${name} present`);
    isAlone = row?.others !== true;
  };

  const waitForTurn = async (): Promise<EndTurn> => {
    try {
      await run('turns-take', `select pg_advisory_lock(${KEY})`, name);
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) drop(error);
      // The other process may hang, so no batch waits for it until the next check.
      isAlone = true;
      return () => undefined;
    }
    return () => void run('turns-end', `select pg_advisory_unlock(${KEY})`, name).catch(drop);
  };

  return {
    take() {
      const nowMs = performance.now();
      if (nowMs - checkedAtMs >= CHECK_EVERY_MS) {
        checkedAtMs = nowMs;
        checkOthers().catch(drop);
      }
      return isAlone ? undefined : waitForTurn();
    },
    async stop() {
      isAlone = true;
      checkedAtMs = Infinity;
      await lastRun;
      const client = await connecting;
      connecting = undefined;
      await client?.end().catch(() => undefined);
    },
  };
}
