import { SMART_POLL } from '@muneem/contract/smart-poll';
import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import { daysBefore } from '#platform/clock/index.ts';
import type { Metrics } from '#platform/metrics/index.ts';
import type { RecordConversions } from '#features/conversions/index.ts';
import type { OfferCatalog } from '#features/offers/index.ts';
import { createSmartPollEngine } from './smart-poll-engine.ts';
import { registerSmartPollRoutes } from './smart-poll.routes.ts';
import { purgeQueue } from './poll-queue.repository.ts';
import { findLastFinishedRun, purgeRuns, readState } from './smart-poll-runs.repository.ts';

export function smartPollModule(
  product: Platform & {
    readonly offers: OfferCatalog;
    readonly recordConversions: RecordConversions;
    readonly publicUrl: string;
  },
): FeatureModule {
  const { CRON_KEY: cronKey, SMART_POLL_EVERY_S: everyS, SMART_POLL_MIN_AGE_S: minAgeS } = product.config;
  const http = product.openHttp();
  const dependencies = { ...product, http, cronKey, everyS, minAgeS };
  const engine = createSmartPollEngine(dependencies);
  return {
    routes: (server) => registerSmartPollRoutes(server, { ...dependencies, engine }),
    jobs: [{ name: 'smart-poll-purge', cron: '29 4 * * *', handle: () => purgeSmartPolls(product) }],
    metrics: (metrics) => addSmartPollFigures(metrics, product),
    background: {
      start: () => engine.start(),
      async stop() {
        await engine.stop();
        await http.close();
      },
    },
  };
}

/** In small batches, so that no statement blocks others for long. */
const RUNS_AT_ONCE = 200;
const CLICKS_AT_ONCE = 5_000;

/** Deletes expired history, and queued clicks that are too old to poll. */
export async function purgeSmartPolls({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<void> {
  const daysAgo = (days: number): Date => daysBefore(clock.now(), days);
  while ((await purgeRuns(database, daysAgo(SMART_POLL.keptDays), RUNS_AT_ONCE)) === RUNS_AT_ONCE);
  while ((await purgeQueue(database, daysAgo(SMART_POLL.maxClickAgeDays), CLICKS_AT_ONCE)) === CLICKS_AT_ONCE);
}

function addSmartPollFigures(metrics: Metrics, { database, clock }: Pick<Platform, 'database' | 'clock'>): void {
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
