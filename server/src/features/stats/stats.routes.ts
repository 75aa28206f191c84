import { getStats } from '@muneem/contract/stats';
import type { Database } from '#platform/database/index.ts';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import { readStats } from './stats.repository.ts';

export function registerStatsRoutes(
  http: HttpServer,
  { database, coinsPerRupee }: { database: Database; coinsPerRupee: number },
): void {
  registerRoute(http, getStats, async () => {
    const { users, active_offers, completions, coins } = await readStats(database);
    return {
      totalUsers: users,
      activeOffers: active_offers,
      completedOffers: completions,
      totalRewards: Math.floor((coins * 100) / coinsPerRupee) / 100,
    };
  });
}
