import { startBenchServer } from '../bench-database.ts';
import { describe, halfP99, measure } from '../load/measure.ts';
import { environment } from '../postbacks/postbacks.bench.ts';
import { seedOffer } from '../postbacks/seed.ts';
import { judge, line } from '../report.ts';

const USERS = 10_000;
const PATHS = 50_000;
const PRODUCT = new URL('../../../server/src/main.ts', import.meta.url);
const BARE = new URL('./bare-redirect.ts', import.meta.url);

/** Measures tracking links. Each click is on disk before its redirect is sent. @returns whether the targets are met */
export async function benchRedirects(): Promise<boolean> {
  const server = await startBenchServer({ reusesWal: true });
  try {
    const prepared = await server.createDatabase('redirects');
    const { database } = prepared;
    const offerId = await seedOffer(database, USERS);
    const paths = Array.from(
      { length: PATHS },
      (_, at) => `/track/${offerId}?uid=user-${1 + (at % USERS)}&p1=asha${at}@okicici&p2=story&pcid=${at}`,
    );
    const bare = await measure(server, BARE, {}, paths, { half: false });
    line(`bare Fastify redirect  ${describe(bare)}`);
    const product = await measure(server, PRODUCT, environment(prepared, server.dataDir), paths, { half: true });
    line(`Muneem                 ${describe(product)}`);
    const { rows } = await database.pool.query<{ clicks: number }>(
      'select count(*)::int as clicks from clicks where user_id is not null',
    );
    return [
      judge('share of the bare redirect', product.full.perSecond / bare.full.perSecond, '≥', 0.3),
      judge('p99 at half load, ms', halfP99(product), '≤', 30),
      judge('clicks in the database per redirect', (rows[0]?.clicks ?? 0) / product.answers, '≥', 1),
    ].every(Boolean);
  } finally {
    await server.stop();
  }
}
