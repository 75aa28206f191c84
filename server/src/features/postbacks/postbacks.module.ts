import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import type { RecordConversions } from '#features/conversions/index.ts';
import type { OfferCatalog } from '#features/offers/index.ts';
import type { Settings } from '#features/settings/index.ts';
import { ensurePostbackPartitions } from './postbacks.repository.ts';
import { createPostbackRoutes } from './postbacks.routes.ts';

export function postbacksModule(
  product: Platform & {
    readonly offers: OfferCatalog;
    readonly recordConversions: RecordConversions;
    readonly settings: Settings;
  },
): FeatureModule {
  const { database, clock, settings } = product;
  const postbacks = createPostbackRoutes({ ...product, settings: () => settings.current() });
  const ensurePartitions = (): Promise<void> => ensurePostbackPartitions(database, clock.now());
  return {
    prepare: ensurePartitions,
    routes: (http) => postbacks.routes(http),
    jobs: [{ name: 'ensure-postback-partitions', cron: '7 3 * * *', handle: ensurePartitions }],
    background: { stop: () => postbacks.stop() },
  };
}
