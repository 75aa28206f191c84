import type { Clock } from '#platform/clock/index.ts';
import type { Database } from '#platform/database/index.ts';
import type { Metrics } from '#platform/metrics/index.ts';
import { readBacklog } from './delivery-queue.repository.ts';
import type { DeliveryWorker } from './delivery-worker.ts';

/** Limits the read of a very long queue. */
const MOST_COUNTED = 100_000;

/** Adds the figures of the deliveries to tracking companies. */
export function addDeliveryFigures(
  metrics: Metrics,
  { database, clock, worker }: { readonly database: Database; readonly clock: Clock; readonly worker: DeliveryWorker },
): void {
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
}
