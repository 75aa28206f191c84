import { DIFFERENCE_KINDS } from '@muneem/contract/payouts';
import type { Platform } from '#platform/feature-module/index.ts';
import type { Metrics } from '#platform/metrics/index.ts';
import { listUnknownAges } from './payouts.repository.ts';
import { countDifferences, findLastRun } from './reconciliation.repository.ts';

/** Age buckets of unknown payouts. Each ends at this age in seconds. */
const AGES = [
  ['under 15 min', 900],
  ['15 min to 1 h', 3_600],
  ['1 h to 6 h', 21_600],
  ['6 h to 24 h', 86_400],
  ['over 24 h', Infinity],
] as const;

export function addPayoutFigures(metrics: Metrics, { database, clock }: Pick<Platform, 'database' | 'clock'>): void {
  const secondsSince = (at: Date): number => (clock.now().getTime() - at.getTime()) / 1000;
  metrics.cluster(() => listUnknownAges(database, clock.now()), {
    muneem_cluster_payouts_unknown: {
      help: 'Payouts with an unknown outcome, by the time since they were sent',
      label: 'age',
      of: (ages) => {
        const bucketOf = (seconds: number): number => AGES.findIndex(([, end]) => seconds < end);
        return AGES.map(
          ([name], index) => [name, ages.filter((seconds) => bucketOf(seconds) === index).length] as const,
        );
      },
    },
    muneem_cluster_payout_unknown_oldest_seconds: {
      help: 'Time since the oldest payout with an unknown outcome was sent',
      of: (ages) => Math.max(0, ...ages),
    },
  });
  metrics.cluster(() => countDifferences(database), {
    muneem_cluster_reconciliation_differences: {
      help: "Open differences between our payments and the provider's statement",
      label: 'kind',
      of: (counts) =>
        DIFFERENCE_KINDS.map(
          (kind) => [kind, counts.find((row) => row.kind === kind && row.state === 'open')?.n ?? 0] as const,
        ),
    },
  });
  metrics.cluster(() => findLastRun(database), {
    muneem_cluster_reconciliation_age_seconds: {
      help: "Time since the last comparison with the provider's statement started",
      of: (run) => run && secondsSince(run.startedAt),
    },
    muneem_cluster_reconciliation_failed: {
      help: "1 if the last comparison with the provider's statement failed",
      of: (run) => run && Number(run.status === 'failed'),
    },
  });
}
