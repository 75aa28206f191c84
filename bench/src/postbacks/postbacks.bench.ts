import { startBenchServer } from '../bench-database.ts';
import { describe, measure, SECONDS } from '../load/measure.ts';
import { judge, line } from '../report.ts';
import { measureRawBatches } from './raw-batches.ts';
import { APP_SECRET, postbackPaths, seedClicks, seedOffer } from './seed.ts';

const USERS = 10_000;

const PRODUCT = new URL('../../../server/src/main.ts', import.meta.url);
const BARE = new URL('./bare-route.ts', import.meta.url);
const ONE_BY_ONE = new URL('./one-by-one.ts', import.meta.url);

/** Durable, exactly-once postbacks beside what bounds them, in one run on one machine. @returns whether the targets hold */
export async function benchPostbacks(): Promise<boolean> {
  const server = await startBenchServer({ isWorn: true });
  try {
    const paths = async (name: string, clicks: number) => {
      const { url, database } = await server.createDatabase(name);
      const offerId = await seedOffer(database, USERS);
      return { url, paths: postbackPaths(offerId, await seedClicks(database, offerId, clicks)) };
    };
    const forBare = await paths('bare', 2_000);
    const bare = await measure(server, BARE, {}, forBare.paths, { half: false });
    line(`bare Fastify route            ${describe(bare)}`);

    const forOne = await paths('one_by_one', 8_000);
    const one = await measure(server, ONE_BY_ONE, environment(forOne.url, server.dataDir), forOne.paths, {
      half: false,
    });
    line(`one transaction a request     ${describe(one)}`);

    const forRaw = await paths('raw_batches', 40_000);
    const raw = await measureRawBatches(forRaw.url, forRaw.paths, SECONDS);
    line(`same SQL in batches, no HTTP  ${Math.round(raw).toLocaleString('en-IN')}/s`);

    const forProduct = await paths('product', 50_000);
    const product = await measure(server, PRODUCT, environment(forProduct.url, server.dataDir), forProduct.paths, {
      half: true,
      isOnce: true,
    });
    line(`Muneem                        ${describe(product)}`);

    line(`of the batches without HTTP   ${(product.full.perSecond / raw).toFixed(2)}`);
    return [
      judge('times one transaction a request', product.full.perSecond / one.full.perSecond, '≥', 8),
      judge('of the bare route', product.full.perSecond / bare.full.perSecond, '≥', 0.3),
      judge('p99 at half load, ms', product.half?.p99Ms ?? Infinity, '≤', 30),
    ].every(Boolean);
  } finally {
    await server.stop();
  }
}

export const environment = (url: string, dataDir: string): Record<string, string> => ({
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  APP_SECRET,
  LOG_LEVEL: 'error',
  PUBLIC_URL: 'http://127.0.0.1',
});
