import { createRecordConversions, type RecordConversions } from '#features/conversions/index.ts';
import { createOfferCatalog } from '#features/offers/index.ts';
import { createSecretBox } from '#platform/crypto/index.ts';
import type { CacheWatcher } from '#platform/database/index.ts';
import { createLogger } from '#platform/logger/index.ts';
import type { PostbackApp } from './postback-app.ts';

const done = async (): Promise<undefined> => undefined;
const NO_CHANGES: CacheWatcher = {
  onChange: (_topic, read) => read,
  change: () => Promise.reject(new Error('nothing is changed here')),
  catchUp: done,
  requireCurrent() {},
  lagMs: () => 0,
  stop() {},
};

/** Records conversions on the database of an app, with the offers of this moment. */
export async function createRecorder(app: PostbackApp, referralShare: number): Promise<RecordConversions> {
  const offers = createOfferCatalog({
    database: app.database,
    caches: NO_CHANGES,
    secrets: createSecretBox(app.config.APP_SECRET),
    logger: createLogger('silent'),
  });
  await offers.ready;
  return createRecordConversions({
    offers,
    customPostbacks: { of: () => [], ready: Promise.resolve() },
    rules: { coinsPerRupee: 1, referralShare },
  });
}
