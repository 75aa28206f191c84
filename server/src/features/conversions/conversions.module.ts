import { monthlyPartitions, transaction } from '#platform/database/index.ts';
import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import { collectReversals } from './reversals.repository.ts';

/** Per run. The next run takes the rest. */
const COLLECTED_AT_ONCE = 200;

export function conversionsModule({ database, clock }: Platform): FeatureModule {
  const partitions = monthlyPartitions(database, 'conversions', 'ensure-conversion-partitions');
  return {
    prepare: partitions.ensure,
    jobs: [
      partitions.job,
      {
        name: 'collect-reversals',
        cron: '* * * * *',
        // A credit collects them itself. Only those from before migration 0034 are left.
        handle: async () =>
          void (await transaction(database, (tx) => collectReversals(tx, clock.now(), COLLECTED_AT_ONCE))),
      },
    ],
  };
}
