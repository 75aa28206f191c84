import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import { daysBefore } from '#platform/clock/index.ts';
import { monthlyPartitions, transaction } from '#platform/database/index.ts';
import type { OfferCatalog } from '#features/offers/index.ts';
import { deleteUnusedClicks, lockOldClicks, type ClickRef } from './clicks.repository.ts';
import { registerClickRoutes } from './clicks.routes.ts';
import type { ClickWriter } from './create-click.ts';

export function clicksModule(
  product: Platform & { readonly offers: OfferCatalog; readonly clicks: ClickWriter },
): FeatureModule {
  const { config, database, clicks } = product;
  const retentionDays = config.CLICK_RETENTION_DAYS;
  // A click is updated when its events arrive.
  const partitions = monthlyPartitions(database, 'clicks', 'ensure-click-partitions', 80);
  return {
    prepare: partitions.ensure,
    routes: (http) =>
      registerClickRoutes(http, {
        ...product,
        clicksPerMinute: config.CLICKS_PER_MINUTE,
        publicUrl: config.PUBLIC_URL,
      }),
    jobs: [
      partitions.job,
      {
        name: 'purge-clicks',
        // Also created for 0 days (keep all), because the schedule stays in the database.
        cron: '17 4 * * *',
        handle: async () => {
          if (retentionDays > 0) await purgeClicks({ ...product, retentionDays });
        },
      },
    ],
    background: { stop: () => clicks.drain() },
  };
}

/** Small, so that its locks do not delay postbacks. */
const PORTION = 2_000;

interface PurgeClicksDependencies extends Pick<Platform, 'database' | 'clock'> {
  readonly retentionDays: number;
}

/** Deletes clicks older than `retentionDays` without conversion, claim or payment. @returns their number */
export async function purgeClicks(
  { database, clock, retentionDays }: PurgeClicksDependencies,
  portion = PORTION,
): Promise<number> {
  const before = daysBefore(clock.now(), retentionDays);
  let after: ClickRef | undefined = { id: '', createdAt: new Date(0) };
  let deleted = 0;
  while (after) {
    const start: ClickRef = after;
    const { last, count } = await transaction(database, async (tx) => {
      const old = await lockOldClicks(tx, { before, after: start, limit: portion });
      return { last: old.at(-1), count: await deleteUnusedClicks(tx, old) };
    });
    deleted += count;
    after = last;
  }
  return deleted;
}
