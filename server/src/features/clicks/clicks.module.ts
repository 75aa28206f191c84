import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import type { OfferCatalog } from '#features/offers/index.ts';
import { ensureClickPartitions } from './clicks.repository.ts';
import { registerClickRoutes } from './clicks.routes.ts';
import type { ClickWriter } from './create-click.ts';
import { purgeClicks } from './purge-clicks.ts';

export function clicksModule(
  product: Platform & { readonly offers: OfferCatalog; readonly clicks: ClickWriter },
): FeatureModule {
  const { config, database, clock, clicks } = product;
  const retentionDays = config.CLICK_RETENTION_DAYS;
  const ensurePartitions = (): Promise<void> => ensureClickPartitions(database, clock.now());
  return {
    prepare: ensurePartitions,
    routes: (http) => registerClickRoutes(http, { ...product, clicksPerMinute: config.CLICKS_PER_MINUTE }),
    jobs: [
      { name: 'ensure-click-partitions', cron: '7 3 * * *', handle: ensurePartitions },
      {
        name: 'purge-clicks',
        // Also created for 0 days (keep all), because the schedule stays in the database.
        cron: '17 4 * * *',
        handle: async () => void (retentionDays > 0 && (await purgeClicks({ ...product, retentionDays }))),
      },
    ],
    background: { stop: () => clicks.drain() },
  };
}
