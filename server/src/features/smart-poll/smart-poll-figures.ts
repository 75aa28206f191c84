import type { Platform } from '#platform/feature-module/index.ts';
import type { Metrics } from '#platform/metrics/index.ts';
import { findLastFinishedRun, readState } from './smart-poll-runs.repository.ts';

/** Adds the figures of the smart poll's runs. */
export function addSmartPollFigures(metrics: Metrics, { database, clock }: Pick<Platform, 'database' | 'clock'>): void {
  metrics.cluster(() => readState(database), {
    muneem_cluster_smart_poll_runs_total: { help: 'Runs of the smart poll', of: ({ runCount }) => runCount },
    muneem_cluster_smart_poll_errors_total: { help: 'Errors of the smart poll', of: ({ errorCount }) => errorCount },
    muneem_cluster_smart_poll_age_seconds: {
      help: 'Time since the last run of the smart poll started',
      of: ({ lastRunAt }) => lastRunAt && (clock.now().getTime() - lastRunAt.getTime()) / 1000,
    },
  });
  metrics.cluster(() => findLastFinishedRun(database), {
    muneem_cluster_smart_poll_recovered: {
      help: 'Lost conversions that the last finished run of the smart poll recovered',
      of: (run) => run && run.recovered,
    },
    muneem_cluster_smart_poll_failed: {
      help: 'Polls that failed in the last finished run',
      of: (run) => run && run.failed,
    },
  });
}
