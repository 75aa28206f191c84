import { sql } from '@muneem/server/platform/database/index.ts';
import { environment, startBenchServer } from '../bench-database.ts';
import { describe, halfP99, measure } from '../load/measure.ts';
import { PRODUCT } from '../load/processes.ts';
import { seedOffer, trackingLinks } from '../postbacks/seed.ts';
import { judge, line } from '../report.ts';

const USERS = 10_000;
const PATHS = 50_000;
const BARE = new URL('./bare-redirect.ts', import.meta.url);

/** Measures tracking links. Each click is on disk before its redirect is sent. @returns whether the targets are met */
export async function benchRedirects(): Promise<boolean> {
  const server = await startBenchServer({ reusesWal: true });
  try {
    const prepared = await server.createDatabase('redirects');
    const { database } = prepared;
    const offerId = await seedOffer(database, USERS);
    const paths = trackingLinks(offerId, USERS, PATHS);
    const bare = await measure(server, BARE, {}, paths, { half: false });
    line(`bare Fastify redirect  ${describe(bare)}`);
    const product = await measure(server, PRODUCT, environment(prepared, server.dataDir), paths, { half: true });
    line(`Muneem                 ${describe(product)}`);
    const clicks = await database.getValue<number>(sql`select count(*) from clicks where user_id is not null`);
    return [
      judge('share of the bare redirect', product.full.perSecond / bare.full.perSecond, '≥', 0.3),
      judge('p99 at half load, ms', halfP99(product), '≤', 30),
      judge('clicks in the database per redirect', clicks / product.answers, '≥', 1),
    ].every(Boolean);
  } finally {
    await server.stop();
  }
}
