import { monthlyPartitions } from '#platform/database/index.ts';
import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import type { RecordConversions } from '#features/conversions/index.ts';
import type { OfferCatalog } from '#features/offers/index.ts';
import type { Settings } from '#features/settings/index.ts';
import { createPostbackRoutes } from './postbacks.routes.ts';

export function postbacksModule(
  product: Platform & {
    readonly offers: OfferCatalog;
    readonly publicUrl: string;
    readonly recordConversions: RecordConversions;
    readonly settings: Settings;
  },
): FeatureModule {
  const { database, settings } = product;
  const postbacks = createPostbackRoutes({ ...product, settings: settings.current });
  const partitions = monthlyPartitions(database, 'postback_log', 'ensure-postback-partitions');
  return {
    prepare: partitions.ensure,
    routes: (http) => postbacks.routes(http),
    jobs: [partitions.job],
    metrics: (metrics) =>
      metrics.server(() => postbacks.figures, {
        muneem_postbacks_total: {
          help: 'Postbacks that this server answered',
          label: 'verdict',
          of: ({ answers }) => answers,
        },
        muneem_postbacks_queued: { help: 'Postbacks that wait to be stored', of: ({ queued }) => queued },
        muneem_postbacks_unlogged_total: {
          help: 'Refused postbacks that are not in the log',
          of: ({ unlogged }) => unlogged,
        },
      }),
    background: { stop: () => postbacks.stop() },
  };
}
