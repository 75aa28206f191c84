import { getStats } from '@muneem/contract/stats';
import type { Clock } from '#platform/clock/index.ts';
import type { Database } from '#platform/database/index.ts';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import { createDistributedCoins } from './distributed-coins.ts';
import { readStats } from './stats.repository.ts';

export interface StatsDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly coinsPerRupee: number;
}

export function registerStatsRoutes(http: HttpServer, { database, clock, coinsPerRupee }: StatsDependencies): void {
  const distributedCoins = createDistributedCoins(database, clock);
  registerRoute(http, getStats, async () => {
    const [{ users, active_offers, completions }, coins] = await Promise.all([readStats(database), distributedCoins()]);
    return {
      totalUsers: users,
      activeOffers: active_offers,
      completedOffers: completions,
      totalRewards: Math.floor((coins * 100) / coinsPerRupee) / 100,
    };
  });
}
