import { monthlyPartitions } from '#platform/database/index.ts';
import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import { collectReversals } from './collect-reversals.ts';

export function conversionsModule({ database, clock }: Platform): FeatureModule {
  const partitions = monthlyPartitions(database, 'conversions', 'ensure-conversion-partitions');
  return {
    prepare: partitions.ensure,
    jobs: [
      partitions.job,
      {
        name: 'collect-reversals',
        cron: '* * * * *',
        handle: async () => void (await collectReversals({ database, clock })),
      },
    ],
  };
}
