import { getStats } from '@muneem/contract/stats';
import type { Clock } from '#platform/clock/index.ts';
import type { Database } from '#platform/database/index.ts';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import { createConversionsByDay } from './conversions-by-day.ts';
import { createDistributedCoins } from './distributed-coins.ts';
import { getAttention } from './get-attention.ts';
import { readStats } from './stats.repository.ts';

export interface StatsDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly coinsPerRupee: number;
}

export function registerStatsRoutes(http: HttpServer, { database, clock, coinsPerRupee }: StatsDependencies): void {
  const distributedCoins = createDistributedCoins(database, clock);
  const conversionsByDay = createConversionsByDay(database, clock);
  registerRoute(http, getStats, async () => {
    const [{ users, activeOffers, completions }, coins, days, attention] = await Promise.all([
      readStats(database),
      distributedCoins(),
      conversionsByDay(),
      getAttention(database),
    ]);
    return {
      totalUsers: users,
      activeOffers,
      completedOffers: completions,
      totalRewards: Math.floor((coins * 100) / coinsPerRupee) / 100,
      days,
      attention,
    };
  });
}
