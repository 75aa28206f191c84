import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import type { RecordConversions } from '#features/conversions/index.ts';
import type { OfferCatalog } from '#features/offers/index.ts';
import { purgeSmartPolls } from './purge-smart-polls.ts';
import { addSmartPollFigures } from './smart-poll-figures.ts';
import { createSmartPollEngine } from './smart-poll-engine.ts';
import { registerSmartPollRoutes } from './smart-poll.routes.ts';

export function smartPollModule(
  product: Platform & {
    readonly offers: OfferCatalog;
    readonly recordConversions: RecordConversions;
    readonly publicUrl: string;
  },
): FeatureModule {
  const { CRON_KEY: cronKey, SMART_POLL_EVERY_S: everyS, SMART_POLL_MIN_AGE_S: minAgeS } = product.config;
  const http = product.openHttp();
  const dependencies = { ...product, http, cronKey, everyS, minAgeS };
  const engine = createSmartPollEngine(dependencies);
  return {
    routes: (server) => registerSmartPollRoutes(server, { ...dependencies, engine }),
    jobs: [{ name: 'smart-poll-purge', cron: '29 4 * * *', handle: () => purgeSmartPolls(product) }],
    metrics: (metrics) => addSmartPollFigures(metrics, product),
    background: {
      start: () => engine.start(),
      async stop() {
        await engine.stop();
        await http.close();
      },
    },
  };
}
