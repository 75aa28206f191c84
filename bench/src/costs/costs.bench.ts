import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Database } from '@muneem/server/platform/database/index.ts';
import { environment, startBenchServer, type BenchServer } from '../bench-database.ts';
import { countOpen, seedDeliveries } from '../deliveries/seed-deliveries.ts';
import { fullLoad, inTurn } from '../load/load.ts';
import { CONNECTIONS, SECONDS, WARM_UP_S } from '../load/measure.ts';
import { PRODUCT, startProgram, type Program } from '../load/processes.ts';
import { postbackPaths, seedClicks, seedOffer, trackingLinks } from '../postbacks/seed.ts';
import { line } from '../report.ts';

const USERS = 10_000;
const CLICKS = 80_000;
const DELIVERIES = 40_000;
const TARGET = new URL('../deliveries/target.ts', import.meta.url);

/** Measures what a click, a postback and a delivery cost: processor time, WAL and stored bytes. It has no targets. */
export async function benchCosts(): Promise<boolean> {
  const server = await startBenchServer({ reusesWal: true });
  try {
    await measureRequests(server, 'click', () => Promise.resolve(trackingLinks('ofr_bench', USERS, CLICKS)));
    await measureRequests(server, 'postback with a conversion', async (database) =>
      postbackPaths('ofr_bench', await seedClicks(database, 'ofr_bench', CLICKS), 0),
    );
    await measureDeliveries(server);
    return true;
  } finally {
    await server.stop();
  }
}

async function measureRequests(
  server: BenchServer,
  what: string,
  prepare: (database: Database) => Promise<readonly string[]>,
): Promise<void> {
  const prepared = await server.createDatabase('costs');
  await seedOffer(prepared.database, USERS);
  const paths = await prepare(prepared.database);
  const program = await startProgram(PRODUCT, environment(prepared, server.dataDir));
  try {
    const load = { port: program.port, connections: CONNECTIONS, next: inTurn(paths) };
    await fullLoad({ ...load, seconds: WARM_UP_S });
    const meter = await startMeter(server, prepared.database, program);
    await meter.print(what, (await fullLoad({ ...load, seconds: SECONDS })).answers);
  } finally {
    await program.stop();
    await server.clear();
  }
}

/** Half of the deliveries warm the server up. */
async function measureDeliveries(server: BenchServer): Promise<void> {
  const target = await startProgram(TARGET, {});
  const prepared = await server.createDatabase('costs');
  await seedDeliveries(prepared.database, { deliveries: DELIVERIES, port: target.port, timeoutMs: 30_000 });
  const settings = { ...environment(prepared, server.dataDir), EGRESS_ALLOW: '127.0.0.0/8' };
  const program = await startProgram(PRODUCT, settings);
  try {
    await untilOpen(prepared.database, DELIVERIES / 2);
    const before = await countOpen(prepared.database);
    const meter = await startMeter(server, prepared.database, program);
    await untilOpen(prepared.database, 0);
    await meter.print('delivery', before);
  } finally {
    await program.stop();
    await target.stop();
  }
}

async function untilOpen(database: Database, atMost: number): Promise<void> {
  while ((await countOpen(database)) > atMost) await wait(50);
}

/** Starts to count. `print` divides the difference by a number of operations. */
async function startMeter(server: BenchServer, database: Database, program: Program) {
  const read = async () => ({
    node: await program.cpuUs(),
    database: await server.cpuUs(),
    ...(await readSizes(database)),
  });
  const before = await read();
  return {
    async print(what: string, count: number): Promise<void> {
      const after = await read();
      const each = (part: keyof typeof after): string => ((after[part] - before[part]) / count).toFixed(0);
      line(
        `${what}, ${count.toLocaleString('en-IN')} measured · µs: Node ${each('node')}, PostgreSQL ${each('database')}` +
          ` · bytes: WAL ${each('wal')}, stored ${each('stored')}`,
      );
    },
  };
}

/** The size of all tables with their indexes, and the position of the WAL. */
const readSizes = (database: Database): Promise<{ wal: number; stored: number }> =>
  database.getOne(sql`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal,
      (select sum(pg_total_relation_size(oid))::float8 from pg_class where relkind = 'r') as stored`);
