import { hasRight, rights } from '@muneem/contract/rights';
import { getStats } from '@muneem/contract/stats';
import type { Platform } from '#platform/feature-module/index.ts';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import { sumCoins } from '#features/conversion-reports/index.ts';
import type { SetUp } from '#features/set-up/index.ts';
import { conversionsByDay } from './conversions-by-day.ts';
import { getAttention } from './get-attention.ts';
import { visibleAttention } from './visible-attention.ts';
import { readStats } from './stats.repository.ts';

interface StatsDependencies extends Pick<Platform, 'database' | 'clock'> {
  readonly coinsPerRupee: number;
  readonly setUp: Pick<SetUp, 'state'>;
}

export function registerStatsRoutes(
  http: HttpServer,
  { database, clock, coinsPerRupee, setUp }: StatsDependencies,
): void {
  registerRoute(http, getStats, async ({ admin: { role } }) => {
    const [{ users, activeOffers, completions }, coins, days, attention, setUpState] = await Promise.all([
      readStats(database),
      sumCoins(database),
      hasRight(role, rights.seeReports) ? conversionsByDay(database, clock.now()) : undefined,
      getAttention(database),
      setUp.state(),
    ]);
    return {
      totalUsers: users,
      activeOffers,
      completedOffers: completions,
      totalRewards: Math.floor((coins * 100) / coinsPerRupee) / 100,
      days,
      attention: visibleAttention(role, attention),
      setUp: hasRight(role, rights.changeSettings) ? setUpState : undefined,
    };
  });
}
