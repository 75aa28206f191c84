import { sql } from '@muneem/server/platform/database/index.ts';
import { environment, startBenchServer, type BenchDatabase, type BenchServer } from '../bench-database.ts';
import { seedCustomPostbacks } from '../deliveries/seed-deliveries.ts';
import { fullLoad, inTurn } from '../load/load.ts';
import { CONNECTIONS, describe, halfP99, measure, SECONDS, WARM_UP_S } from '../load/measure.ts';
import { PRODUCT, startProgram } from '../load/processes.ts';
import { judge, line, median } from '../report.ts';
import { EVENTS, postbackPaths, seedClicks, seedOffer } from './seed.ts';

const USERS = 10_000;
/** Enough clicks for every phase, so that no phase sends only repeats. */
const CLICKS = 100_000;
const ROUNDS = 3;
const PROCESSES = 3;

const BARE = new URL('./bare-route.ts', import.meta.url);
const ONE_BY_ONE = new URL('./one-by-one.ts', import.meta.url);
const TARGET = new URL('../deliveries/target.ts', import.meta.url);

/**
 * Measures postbacks beside their physical limit and a naive version, in one run. @returns whether the targets are met
 */
export async function benchPostbacks(): Promise<boolean> {
  const server = await startBenchServer({ reusesWal: true });
  try {
    const paths: PrepareRequests = async (name, clicks) => {
      const prepared = await server.createDatabase(name);
      const { database } = prepared;
      const offerId = await seedOffer(database, USERS);
      return { ...prepared, offerId, paths: postbackPaths(offerId, await seedClicks(database, offerId, clicks)) };
    };
    const forBare = await paths('bare', 2_000);
    const bare = await measure(server, BARE, {}, forBare.paths, { half: false });
    line(`bare Fastify route            ${describe(bare)}`);

    const forOne = await paths('one_by_one', 8_000);
    const one = await measure(server, ONE_BY_ONE, environment(forOne, server.dataDir), forOne.paths, {
      half: false,
    });
    line(`one transaction per request   ${describe(one)}`);

    await server.clear();
    const forProduct = await paths('product', CLICKS);
    const product = await measure(server, PRODUCT, environment(forProduct, server.dataDir), forProduct.paths, {
      half: true,
      isOnce: true,
    });
    line(`Muneem                        ${describe(product)}`);
    await server.clear();
    const shares: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const rate = async (processes: number): Promise<number> => {
        const prepared = await paths(`by_${processes}_${round}`, CLICKS);
        const settings = environment(prepared, server.dataDir);
        const perSecond = await ratePerProcesses(settings, prepared.paths, processes);
        await server.clear();
        return perSecond;
      };
      const [alone, three] = [await rate(1), await rate(PROCESSES)];
      shares.push(three / alone);
      line(
        `one process and three processes on one database: ${[alone, three].map((each) => Math.round(each)).join(' and ')}/s`,
      );
    }
    await server.clear();
    const delivered = await measureWithDeliveries(server, paths);
    return [
      judge('times one transaction per request', product.full.perSecond / one.full.perSecond, '≥', 10),
      judge('p99 at half load, ms', halfP99(product), '≤', 30),
      judge('three processes, as a share of one', median(shares), '≥', 0.85),
      delivered,
    ].every(Boolean);
  } finally {
    await server.stop();
  }
}

interface Requests extends BenchDatabase {
  readonly offerId: string;
  readonly paths: readonly string[];
}
type PrepareRequests = (name: string, clicks: number) => Promise<Requests>;

/** Runs several processes on one database, each under full load. @returns their postbacks per second in total */
async function ratePerProcesses(
  settings: Record<string, string>,
  paths: readonly string[],
  processes: number,
): Promise<number> {
  const programs = await Promise.all(Array.from({ length: processes }, () => startProgram(PRODUCT, settings)));
  try {
    const next = inTurn(paths);
    const load = (seconds: number) =>
      Promise.all(programs.map(({ port }) => fullLoad({ port, connections: CONNECTIONS, next, seconds })));
    // Each process compiles its code on its share of the processor. One process warms up as long as three, so that rows
    // and indexes have grown equally.
    await load(WARM_UP_S * PROCESSES);
    return (await load(SECONDS)).reduce((sum, { perSecond }) => sum + perSecond, 0);
  } finally {
    await Promise.all(programs.map((program) => program.stop()));
  }
}

/** Measures postbacks whose conversions also enqueue a custom postback. The product's worker delivers meanwhile. */
async function measureWithDeliveries(server: BenchServer, prepare: PrepareRequests): Promise<boolean> {
  const target = await startProgram(TARGET, {});
  try {
    const settings = (on: Requests) => ({ ...environment(on, server.dataDir), EGRESS_ALLOW: '127.0.0.0/8' });
    const withPostbacks = async (name: string, clicks: number): Promise<Requests> => {
      const requests = await prepare(name, clicks);
      await seedCustomPostbacks(requests.database, { offerId: requests.offerId, port: target.port, events: EVENTS });
      return requests;
    };
    const forOne = await withPostbacks('one_delivered', 8_000);
    const one = await measure(server, ONE_BY_ONE, settings(forOne), forOne.paths, { half: false });
    line(`with deliveries: one transaction per request (not sent)  ${describe(one)}`);
    const forOurs = await withPostbacks('ours_delivered', CLICKS);
    const ours = await measure(server, PRODUCT, settings(forOurs), forOurs.paths, { half: false });
    const { n, sent } = await forOurs.database.getOne<{ n: number; sent: number }>(
      sql`select count(*) as n, count(*) filter (where status = 'delivered') as sent from postback_deliveries`,
    );
    line(`with deliveries: Muneem  ${describe(ours)} · ${n} written, ${sent} sent by then`);
    const times = ours.full.perSecond / one.full.perSecond;
    return judge('with deliveries, times one transaction per request', times, '≥', 6);
  } finally {
    await target.stop();
  }
}
