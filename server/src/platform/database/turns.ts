import { Client } from 'pg';
import type { Logger } from '#platform/logger/index.ts';
import { sqlState, type Database } from './database.ts';

/** Called when the turn is over. */
export type EndTurn = () => void;

export interface Turns {
  /** Waits for the turn; undefined at once where nobody else takes part. Never rejects. */
  take(): Promise<EndTurn> | undefined;
  stop(): Promise<void>;
}

/** Longer than a batch takes: whoever waits so long goes on without its turn. */
const MOST_WAIT_MS = 50;
const LOOK_EVERY_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';
const KEY = 'hashtextextended($1, 0)';

/**
 * Lets the processes of a cluster do the same kind of work one after the other, so that what comes meanwhile is gathered into
 * larger batches. It is a courtesy and no lock: nothing is wrong where two work at once, only slower, so nobody waits for long
 * and a process that hangs holds nobody up. One process alone waits for nothing.
 */
export function createTurns(database: Database, name: string, logger: Logger): Turns {
  let connecting: Promise<Client | undefined> | undefined;
  let isAlone = true;
  let lookedAtMs = -LOOK_EVERY_MS;

  const drop = (reason: unknown): void => {
    logger.warn({ err: reason, turns: name }, 'the connection for taking turns broke: going on without');
    const broken = connecting;
    connecting = undefined;
    isAlone = true;
    void broken?.then((client) => client?.end()).catch(() => undefined);
  };

  const connect = async (): Promise<Client | undefined> => {
    const client = new Client(database.pool.options);
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(`set lock_timeout = ${MOST_WAIT_MS}`);
      // Who is there holds this lock together with all others who are.
      await client.query(`select pg_advisory_lock_shared(${KEY})`, [`${name} present`]);
      return client;
    } catch (error) {
      drop(error);
      return undefined;
    }
  };

  /** Whether others are there is looked at beside the work: being wrong for a moment only costs time. */
  const look = async (): Promise<void> => {
    const client = await (connecting ??= connect());
    const { rows } = (await client?.query<{ others: boolean }>({
      name: 'turns-others',
      text: `select count(*) > 1 as others from pg_locks
        where locktype = 'advisory' and mode = 'ShareLock'
          and database = (select oid from pg_database where datname = current_database()) and (classid::bigint << 32 | objid::bigint) = ${KEY}`,
      values: [`${name} present`],
    })) ?? { rows: [] };
    isAlone = rows[0]?.others !== true;
  };

  const waitForTurn = async (): Promise<EndTurn> => {
    const client = await connecting;
    try {
      await client?.query({ name: 'turns-take', text: `select pg_advisory_lock(${KEY})`, values: [name] });
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) drop(error);
      return () => undefined;
    }
    return () =>
      void client?.query({ name: 'turns-end', text: `select pg_advisory_unlock(${KEY})`, values: [name] }).catch(drop);
  };

  return {
    take() {
      const nowMs = performance.now();
      if (nowMs - lookedAtMs >= LOOK_EVERY_MS) {
        lookedAtMs = nowMs;
        look().catch(drop);
      }
      return isAlone ? undefined : waitForTurn();
    },
    async stop() {
      const client = await connecting;
      connecting = undefined;
      isAlone = true;
      lookedAtMs = Infinity;
      await client?.end().catch(() => undefined);
    },
  };
}
