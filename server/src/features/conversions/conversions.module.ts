import { monthlyPartitions } from '#platform/database/index.ts';
import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';

export function conversionsModule({ database }: Platform): FeatureModule {
  const partitions = monthlyPartitions(database, 'conversions', 'ensure-conversion-partitions');
  return { prepare: partitions.ensure, jobs: [partitions.job] };
}
