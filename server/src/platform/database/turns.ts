import type { QueryResultRow } from 'pg';
import type { Logger } from '#platform/logger/index.ts';
import type { Database } from './database.ts';
import { sqlState } from './outage.ts';
import { SessionClient } from './session.ts';

/** Called when the turn is over. */
export type EndTurn = () => void;

export interface Turns {
  /** Waits for the turn; undefined at once where nobody else takes part. Never rejects. */
  take(): Promise<EndTurn> | undefined;
  stop(): Promise<void>;
}

/**
 * Longer than two others take for a full batch each on a machine at half its speed: whoever waits so long goes on without its
 * turn, and for two seconds nobody waits again.
 */
const MOST_WAIT_MS = 250;
const LOOK_EVERY_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';
const KEY = 'hashtextextended($1, 0)';
const OTHERS = `select count(*) > 1 as others from pg_locks
  where locktype = 'advisory' and mode = 'ShareLock'
    and database = (select oid from pg_database where datname = current_database())
    and (classid::bigint << 32 | objid::bigint) = ${KEY}`;

/**
 * Lets the processes of a cluster do the same kind of work one after the other, so that what comes meanwhile is gathered into
 * larger batches. It is a courtesy and no lock: nothing is wrong where two work at once, only slower, so nobody waits for long
 * and a process that hangs holds nobody up. One process alone waits for nothing.
 */
export function createTurns(database: Database, name: string, logger: Logger): Turns {
  let connecting: Promise<SessionClient | undefined> | undefined;
  let isAlone = true;
  let lookedAtMs = -LOOK_EVERY_MS;
  /** What was last said on the connection: a client speaks one statement at a time. */
  let lastSaid: Promise<unknown> = Promise.resolve();

  const drop = (reason: unknown): void => {
    logger.warn({ err: reason, turns: name }, 'the connection for taking turns broke: going on without');
    const broken = connecting;
    connecting = undefined;
    isAlone = true;
    void broken?.then((client) => client?.end()).catch(() => undefined);
  };

  const connect = async (): Promise<SessionClient | undefined> => {
    const client = new SessionClient(database.pool.options);
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

  const say = <Row extends QueryResultRow>(name: string, text: string, value: string): Promise<Row[]> => {
    const said = lastSaid.then(async () => {
      const client = await (connecting ??= connect());
      return client ? (await client.query<Row>({ name, text, values: [value] })).rows : [];
    });
    lastSaid = said.catch(() => undefined);
    return said;
  };

  /** Whether others are there is looked at beside the work: being wrong for a moment only costs time. */
  const look = async (): Promise<void> => {
    const [row] = await say<{ others: boolean }>('turns-others', OTHERS, `${name} present`);
    isAlone = row?.others !== true;
  };

  const waitForTurn = async (): Promise<EndTurn> => {
    try {
      await say('turns-take', `select pg_advisory_lock(${KEY})`, name);
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) drop(error);
      // Until the next look nobody waits again for somebody who may hang.
      isAlone = true;
      return () => undefined;
    }
    return () => void say('turns-end', `select pg_advisory_unlock(${KEY})`, name).catch(drop);
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
      isAlone = true;
      lookedAtMs = Infinity;
      await lastSaid;
      const client = await connecting;
      connecting = undefined;
      await client?.end().catch(() => undefined);
    },
  };
}
