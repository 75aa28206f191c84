import { systemClock } from '@muneem/server/platform/clock/index.ts';
import { readConfig } from '@muneem/server/platform/config/index.ts';
import { createSecretBox } from '@muneem/server/platform/crypto/index.ts';
import { openDatabase, transaction, watchCaches } from '@muneem/server/platform/database/index.ts';
import { createHttpServer } from '@muneem/server/platform/http/index.ts';
import { createLogger } from '@muneem/server/platform/logger/index.ts';
import { createRecordConversions } from '@muneem/server/features/conversions/index.ts';
import { createActiveCustomPostbacks } from '@muneem/server/features/custom-postbacks/index.ts';
import { createOfferCatalog } from '@muneem/server/features/offers/index.ts';
import { createPostbackRoutes, storePostbacks } from '@muneem/server/features/postbacks/index.ts';
import { APP_SECRET, TOKEN } from './seed.ts';

/**
 * The naive version: same route, same writes, one transaction per request. Requests run in parallel, one per pool
 * connection.
 */
const config = readConfig(process.env);
const logger = createLogger('error');
const database = openDatabase({ connectionString: config.DATABASE_URL, max: config.DATABASE_POOL }, logger);
const caches = watchCaches(database, logger);
const http = await createHttpServer({
  logger,
  trustProxy: false,
  corsOrigins: [],
  https: false,
  authenticators: { admin: async () => null, findAdmin: async () => null, platform: () => false },
});
const secrets = createSecretBox(APP_SECRET);
const offers = createOfferCatalog({ database, caches, secrets, logger });
const customPostbacks = createActiveCustomPostbacks({ database, caches });
await Promise.all([offers.ready, customPostbacks.ready]);
const rules = { coinsPerRupee: 1, referralShare: 0 };
const recordConversions = createRecordConversions({ offers, customPostbacks, rules });
const postbacks = createPostbackRoutes({
  database,
  clock: systemClock,
  logger,
  secrets,
  offers,
  recordConversions,
  publicUrl: '',
  settings: () => ({ securityToken: TOKEN, oldSecurityToken: null, domain: '' }),
  batcher: {
    size: 0,
    add: async (item) => {
      const [verdict] = await transaction(database, (tx) => storePostbacks(tx, recordConversions, [item]));
      if (!verdict) throw new Error('one postback, but no verdict');
      return verdict;
    },
    stop: async () => undefined,
  },
});
postbacks.routes(http);
await http.fastify.listen({ host: '127.0.0.1', port: config.PORT });
process.on('SIGTERM', () => process.exit(0));
