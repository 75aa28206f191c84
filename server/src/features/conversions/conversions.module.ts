import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import { collectReversals } from './collect-reversals.ts';
import { ensureConversionPartitions } from './conversion-effects.repository.ts';

export function conversionsModule({ database, clock }: Platform): FeatureModule {
  const ensurePartitions = (): Promise<void> => ensureConversionPartitions(database, clock.now());
  return {
    prepare: ensurePartitions,
    jobs: [
      { name: 'ensure-conversion-partitions', cron: '7 3 * * *', handle: ensurePartitions },
      {
        name: 'collect-reversals',
        cron: '* * * * *',
        handle: async () => void (await collectReversals({ database, clock })),
      },
    ],
  };
}
