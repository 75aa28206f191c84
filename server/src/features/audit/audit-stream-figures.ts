import type { Platform } from '#platform/feature-module/index.ts';
import type { Metrics } from '#platform/metrics/index.ts';
import { oldestSent } from './audit-stream.ts';
import { readStreamLag } from './audit-stream.repository.ts';

/** Adds the figures of the audit stream. */
export function addStreamFigures(
  metrics: Metrics,
  platform: Pick<Platform, 'config' | 'database' | 'clock'>,
  calls: { readonly accepted: number; readonly failed: number },
): void {
  metrics.server(() => calls, {
    muneem_audit_stream_calls_total: {
      help: 'Entries that this server sent to the receiver of the audit stream',
      label: 'outcome',
      of: ({ accepted, failed }) => [
        ['accepted', accepted],
        ['failed', failed],
      ],
    },
  });
  const read = () => readStreamLag(platform.database, { now: platform.clock.now(), since: oldestSent(platform) });
  metrics.cluster(read, {
    muneem_cluster_audit_stream_lag_seconds: {
      help: 'Age of the oldest audit entry that the receiver has not accepted',
      of: ({ lagS }) => lagS,
    },
    muneem_cluster_audit_stream_failures: {
      help: 'Failed calls of the audit stream since the last accepted one',
      of: ({ failures }) => failures,
    },
  });
}
