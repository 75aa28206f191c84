import { getStats } from '@muneem/contract/stats';
import type { Platform } from '#platform/feature-module/index.ts';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import type { SetUp } from '#features/set-up/index.ts';
import { createConversionsByDay } from './conversions-by-day.ts';
import { createDistributedCoins } from './distributed-coins.ts';
import { getAttention } from './get-attention.ts';
import { readStats } from './stats.repository.ts';

interface StatsDependencies extends Pick<Platform, 'database' | 'clock'> {
  readonly coinsPerRupee: number;
  readonly setUp: Pick<SetUp, 'state'>;
}

export function registerStatsRoutes(
  http: HttpServer,
  { database, clock, coinsPerRupee, setUp }: StatsDependencies,
): void {
  const distributedCoins = createDistributedCoins(database, clock);
  const conversionsByDay = createConversionsByDay(database, clock);
  registerRoute(http, getStats, async () => {
    const [{ users, activeOffers, completions }, coins, days, attention, setUpState] = await Promise.all([
      readStats(database),
      distributedCoins(),
      conversionsByDay(),
      getAttention(database),
      setUp.state(),
    ]);
    return {
      totalUsers: users,
      activeOffers,
      completedOffers: completions,
      totalRewards: Math.floor((coins * 100) / coinsPerRupee) / 100,
      days,
      attention,
      setUp: setUpState,
    };
  });
}
