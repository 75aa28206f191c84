import type { HttpServer } from '#platform/http/index.ts';
import type { CustomPostbackDeps } from './custom-postback-deps.ts';
import { registerCustomPostbackRoutes } from './custom-postbacks.routes.ts';
import { countDue } from './delivery-queue.repository.ts';
import { createDeliveryWorker } from './delivery-worker.ts';
import { purgeAttempts } from './purge-attempts.ts';

const MOST_COUNTED = 100_000;

export interface CustomPostbacks {
  /** Begins to send. */
  start(): void;
  stop(): Promise<void>;
  /** Lines of Prometheus. */
  metrics(): Promise<string>;
}

/** The screen's routes and the engine that sends. `retryDelaysS` is POSTBACK_RETRY_DELAYS_S. */
export function runCustomPostbacks(
  http: HttpServer,
  deps: CustomPostbackDeps & { readonly retryDelaysS: readonly number[] },
): CustomPostbacks {
  registerCustomPostbackRoutes(http, deps);
  deps.jobs.schedule('purge-delivery-tries', '37 4 * * *', () => purgeAttempts(deps));
  const worker = createDeliveryWorker(deps);
  return {
    start: () => worker.start(),
    stop: async () => {
      await worker.stop();
      await deps.http.close();
    },
    async metrics() {
      const { running, delivered, failed } = worker.figures;
      const due = await countDue(deps.database, deps.clock.now(), MOST_COUNTED);
      return `# TYPE muneem_delivery_tries_total counter
muneem_delivery_tries_total{outcome="delivered"} ${delivered}
muneem_delivery_tries_total{outcome="failed"} ${failed}
# TYPE muneem_deliveries_running gauge
muneem_deliveries_running ${running}
# TYPE muneem_deliveries_due gauge
muneem_deliveries_due ${due}
`;
    },
  };
}
