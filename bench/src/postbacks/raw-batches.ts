import { systemClock } from '@muneem/server/platform/clock/index.ts';
import { createSecretBox } from '@muneem/server/platform/crypto/index.ts';
import { openDatabase, transactionUnflushed, watchCaches } from '@muneem/server/platform/database/index.ts';
import { createLogger } from '@muneem/server/platform/logger/index.ts';
import { createRecordConversions } from '@muneem/server/features/conversions/index.ts';
import { createActiveCustomPostbacks } from '@muneem/server/features/custom-postbacks/index.ts';
import { createOfferCatalog } from '@muneem/server/features/offers/index.ts';
import {
  createPostbackBatcher,
  storePostbacks,
  type PostbackToStore,
} from '@muneem/server/features/postbacks/index.ts';
import type { Client } from '../load/load.ts';
import { APP_SECRET } from './seed.ts';

const BATCH = 256;
const IN_FLIGHT = 2;

/** The product's statements without HTTP, on one database. */
export interface RawBatches {
  /** Stores batches of 256, two in parallel. @returns postbacks per second */
  atFullLoad(paths: readonly string[], seconds: number): Promise<number>;
  /** A client of the product's batcher. */
  readonly client: Client;
  stop(): Promise<void>;
}

export async function openRawBatches(connectionString: string): Promise<RawBatches> {
  const logger = createLogger('error');
  const database = openDatabase({ connectionString, max: IN_FLIGHT + 1 }, logger);
  const caches = watchCaches(database, logger);
  const offers = createOfferCatalog({ database, caches, secrets: createSecretBox(APP_SECRET), logger });
  const customPostbacks = createActiveCustomPostbacks({ database, caches });
  await Promise.all([offers.ready, customPostbacks.ready]);
  const recordConversions = createRecordConversions({
    offers,
    customPostbacks,
    rules: { coinsPerRupee: 1, referralShare: 0 },
  });
  const batcher = createPostbackBatcher({ database, recordConversions });
  return {
    async atFullLoad(paths, seconds) {
      let at = 0;
      let done = 0;
      const begin = performance.now();
      const work = async (): Promise<void> => {
        while (performance.now() < begin + seconds * 1000 && at < paths.length) {
          const batch = paths.slice(at, at + BATCH).map(toStore);
          at += batch.length;
          const { durable } = await transactionUnflushed(database, (tx) =>
            storePostbacks(tx, recordConversions, batch),
          );
          await durable;
          done += batch.length;
        }
      };
      await Promise.all(Array.from({ length: IN_FLIGHT }, work));
      return done / ((performance.now() - begin) / 1000);
    },
    client: {
      async get(path) {
        await batcher.add(toStore(path));
        return { status: 200 };
      },
      close: () => undefined,
    },
    async stop() {
      await batcher.stop();
      caches.stop();
      await database.close();
    },
  };
}

function toStore(path: string): PostbackToStore {
  const url = new URL(path, 'http://127.0.0.1');
  const [, , offerId, eventName] = url.pathname.split('/');
  const query = Object.fromEntries(url.searchParams);
  const at = systemClock.now();
  return {
    postback: {
      method: 'GET',
      url: path,
      ip: '127.0.0.1',
      userAgent: 'ad-network/1.0',
      receivedAt: at,
      offerId,
      eventName,
      token: query['token'],
      query,
      body: undefined,
    },
    conversion: {
      clickId: query['click_id'] ?? '',
      eventName: eventName ?? '',
      source: 'postback',
      actor: { kind: 'system', id: 'postback', name: 'Postback' },
      at,
      conversionIp: '127.0.0.1',
      offerId,
      externalData: { click_id: query['click_id'], payout: query['payout'], txn: query['txn'] },
    },
  };
}
