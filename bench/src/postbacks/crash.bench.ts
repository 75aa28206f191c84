import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@muneem/server/platform/embedded-postgresql/index.ts';
import { migrate, openDatabase, type Database } from '@muneem/server/platform/database/index.ts';
import { createLogger } from '@muneem/server/platform/logger/index.ts';
import { startProgram } from '../load/processes.ts';
import { RawConnection } from '../load/raw-http.ts';
import { judge, line } from '../report.ts';
import { APP_SECRET, EVENTS, postbackPaths, seedClicks, seedOffer } from './seed.ts';

const CLICKS = 2_000;
const CONNECTIONS = 64;
const KILL_AFTER = 4_000;
const PRODUCT = new URL('../../../server/src/main.ts', import.meta.url);

/**
 * Sends 10,000 postbacks for 2,000 clicks over 64 connections, with every fifth one repeated. Kills the server and its
 * database halfway, restarts them and sends everything again.
 */
export async function benchCrash(): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muneem-crash-'));
  try {
    const paths = await withDatabase(dataDir, async (database) => {
      const offerId = await seedOffer(database, 500);
      return postbackPaths(offerId, await seedClicks(database, offerId, CLICKS));
    });
    const environment = { DATA_DIR: dataDir, APP_SECRET, LOG_LEVEL: 'error', PUBLIC_URL: 'http://127.0.0.1' };
    const acknowledged = new Map<string, Set<string>>();

    const first = await startProgram(PRODUCT, environment);
    let killed: Promise<void> | undefined;
    await sendAll(first.port, paths, acknowledged, (answers) => {
      if (answers === KILL_AFTER) killed = first.stop('SIGKILL');
    });
    await killed;
    const before = new Map([...acknowledged].map(([name, ids]) => [name, [...ids][0] ?? '']));
    line(
      `${paths.length.toLocaleString('en-IN')} postbacks; killed after ${before.size} conversions were acknowledged`,
    );

    const second = await startProgram(PRODUCT, environment);
    await sendAll(second.port, paths, acknowledged);
    await second.stop();
    return await withDatabase(dataDir, (database) => verify(database, before, acknowledged));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function verify(
  database: Database,
  before: ReadonlyMap<string, string>,
  acknowledged: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<boolean> {
  const { rows } = await database.pool.query<{ name: string; id: string }>(
    "select click_id || ' ' || event_key as name, id from conversions",
  );
  const stored = new Map(rows.map(({ name, id }) => [name, id]));
  const lost = [...before].filter(([name, id]) => stored.get(name) !== id).length;
  const contradicted = [...acknowledged].filter(
    ([name, ids]) => ids.size !== 1 || !ids.has(stored.get(name) ?? ''),
  ).length;
  const { rows: sums } = await database.pool.query<Record<'wallets' | 'postings' | 'rewards', number>>(`
    select (select sum(balance) from wallets)::bigint as wallets,
      (select sum(amount) from postings where account = 'wallet')::bigint as postings,
      (select sum(reward_coins) from conversions)::bigint as rewards`);
  const { wallets = -1, postings = -2, rewards = -3 } = sums[0] ?? {};
  return [
    judge(
      'conversions beyond one per click and event',
      Math.abs(rows.length - CLICKS * EVENTS.length) + rows.length - stored.size,
      '≤',
      0,
    ),
    judge('acknowledged conversions lost', lost, '≤', 0),
    judge('answers that contradict each other or the database', contradicted, '≤', 0),
    judge(
      'coins by which wallets, journals and conversions differ',
      Math.abs(wallets - postings) + Math.abs(wallets - rewards),
      '≤',
      0,
    ),
  ].every(Boolean);
}

/** Sends until all postbacks are answered or the server has gone. */
async function sendAll(
  port: number,
  paths: readonly string[],
  acknowledged: Map<string, Set<string>>,
  onAnswer: (answers: number) => void = () => undefined,
): Promise<void> {
  let next = 0;
  let answers = 0;
  const work = async (): Promise<void> => {
    const connection = await RawConnection.open(port);
    try {
      for (let at = next++; at < paths.length; at = next++) {
        const path = paths[at] as string;
        const { status, body } = await connection.get(path);
        if (status !== 200) throw new Error(`${path} was answered ${status}: ${body}`);
        const url = new URL(path, 'http://127.0.0.1');
        const name = `${url.searchParams.get('click_id')} ${url.pathname.split('/')[3]}`;
        const { conversionId } = JSON.parse(body) as { conversionId: string };
        acknowledged.set(name, (acknowledged.get(name) ?? new Set()).add(conversionId));
        onAnswer((answers += 1));
      }
    } catch (error) {
      if (!/closed|ECONNRESET|EPIPE/.test(String(error))) throw error;
    } finally {
      connection.close();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
}

async function withDatabase<Result>(dataDir: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const server = await startEmbeddedPostgres({ dataDir });
  const database = openDatabase({ connectionString: server.superuserUrl, max: 2 }, createLogger('error'));
  try {
    await migrate({ connectionString: server.ownerUrl }, { connectionString: server.url });
    return await work(database);
  } finally {
    await database.close();
    await server.stop();
  }
}
