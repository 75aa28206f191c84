import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import { daysBefore } from '#platform/clock/index.ts';
import { monthlyPartitions } from '#platform/database/index.ts';
import type { NoticeSender } from '#platform/mailer/index.ts';
import type { OfferCatalog } from '#features/offers/index.ts';
import type { ActiveCustomPostbacks } from './active-custom-postbacks.repository.ts';
import { registerCustomPostbackRoutes } from './custom-postbacks.routes.ts';
import { purgeStrayAttempts, readBacklog } from './delivery-queue.repository.ts';
import { createDeliveryWorker } from './delivery-worker.ts';
import { pausedMailJob } from './record-results.ts';

/** Limits the read of a very long queue. */
const MOST_COUNTED = 100_000;

export function customPostbacksModule(
  product: Platform & NoticeSender & { readonly offers: OfferCatalog; readonly customPostbacks: ActiveCustomPostbacks },
): FeatureModule {
  const { config, database, clock } = product;
  const http = product.openHttp();
  const dependencies = { ...product, http };
  const worker = createDeliveryWorker({ ...dependencies, retryDelaysS: config.POSTBACK_RETRY_DELAYS_S });
  const partitions = monthlyPartitions(database, 'postback_attempts', 'ensure-attempt-partitions');
  return {
    caches: [product.customPostbacks],
    prepare: partitions.ensure,
    routes: (server) => registerCustomPostbackRoutes(server, dependencies),
    jobs: [
      pausedMailJob(product),
      partitions.job,
      { name: 'purge-delivery-tries', cron: '37 4 * * *', handle: () => purgeAttempts(product) },
    ],
    background: {
      start: () => worker.start(),
      async stop() {
        await worker.stop();
        await http.close();
      },
    },
    metrics(metrics) {
      metrics.server(() => worker.figures, {
        muneem_delivery_attempts_total: {
          help: 'Calls to tracking companies by this server',
          label: 'outcome',
          of: ({ delivered, failed }) => [
            ['delivered', delivered],
            ['failed', failed],
          ],
        },
        muneem_deliveries_in_flight: { help: 'Calls in flight on this server', of: ({ running }) => running },
      });
      metrics.cluster(() => readBacklog(database, clock.now(), MOST_COUNTED), {
        muneem_cluster_deliveries_due: {
          help: `Due deliveries of active postbacks, at most ${MOST_COUNTED}`,
          of: ({ due }) => due,
        },
        muneem_cluster_delivery_oldest_due_seconds: {
          help: 'Time since the oldest due delivery of an active postback should have been sent',
          of: ({ oldestS }) => oldestS,
        },
      });
    },
  };
}

/** Deletes old attempts of the default partition. The job `retention` drops the months. */
export async function purgeAttempts({
  config,
  database,
  clock,
}: Pick<Platform, 'config' | 'database' | 'clock'>): Promise<void> {
  const days = config.DELIVERY_ATTEMPT_RETENTION_DAYS;
  if (days > 0) await purgeStrayAttempts(database, daysBefore(clock.now(), days));
}
