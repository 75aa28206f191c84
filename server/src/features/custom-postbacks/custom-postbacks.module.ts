import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import type { JobDefinition } from '#platform/jobs/index.ts';
import { listAdminEmails } from '#features/auth/index.ts';
import type { OfferCatalog } from '#features/offers/index.ts';
import type { ActiveCustomPostbacks } from './active-custom-postbacks.ts';
import { registerCustomPostbackRoutes } from './custom-postbacks.routes.ts';
import { addDeliveryFigures } from './delivery-figures.ts';
import { ensureAttemptPartitions } from './delivery-queue.repository.ts';
import { createDeliveryWorker } from './delivery-worker.ts';
import { mailPause, PAUSED_MAIL_JOB, type PausedMailData } from './paused-mail.ts';
import { purgeAttempts } from './purge-attempts.ts';

export function customPostbacksModule(
  product: Platform & {
    readonly offers: OfferCatalog;
    readonly customPostbacks: ActiveCustomPostbacks;
    readonly publicUrl: string;
    readonly systemName: () => string;
  },
): FeatureModule {
  const { config, database, clock } = product;
  const http = product.openHttp();
  const dependencies = { ...product, http, adminEmails: listAdminEmails };
  const worker = createDeliveryWorker({ ...dependencies, retryDelaysS: config.POSTBACK_RETRY_DELAYS_S });
  const mailJob: JobDefinition<PausedMailData> = {
    name: PAUSED_MAIL_JOB,
    handle: (data) => mailPause(dependencies, data),
    // Several hours of retries with exponential backoff.
    retryLimit: 10,
    retryDelayS: 30,
  };
  const ensurePartitions = (): Promise<void> => ensureAttemptPartitions(database, clock.now());
  return {
    caches: [product.customPostbacks],
    prepare: ensurePartitions,
    routes: (server) => registerCustomPostbackRoutes(server, dependencies),
    jobs: [
      mailJob,
      { name: 'ensure-attempt-partitions', cron: '7 3 * * *', handle: ensurePartitions },
      { name: 'purge-delivery-tries', cron: '37 4 * * *', handle: () => purgeAttempts(product) },
    ],
    background: {
      start: () => worker.start(),
      async stop() {
        await worker.stop();
        await http.close();
      },
    },
    metrics: (metrics) => addDeliveryFigures(metrics, { database, clock, worker }),
  };
}
