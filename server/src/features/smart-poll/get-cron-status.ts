import { cronSmartPoll, SMART_POLL, type getCronStatus } from '@muneem/contract/smart-poll';
import type { HandlerAnswer } from '#platform/http/index.ts';
import type { CronKey } from './cron-key.ts';
import { countQueue } from './poll-queue.repository.ts';
import type { EngineDependencies } from './smart-poll-engine.ts';
import { toRun } from './smart-poll.mapper.ts';
import { findCurrentRun, readState } from './smart-poll-runs.repository.ts';

interface CronStatusDependencies extends Pick<
  EngineDependencies,
  'database' | 'clock' | 'offers' | 'everyS' | 'minAgeS'
> {
  readonly cronKey: CronKey;
  readonly publicUrl: string;
  readonly nextRunAt: () => Date;
}

const QUEUED_AT_MOST = 10_000;

const localTime = (at: Date): string =>
  at.toLocaleString('en-IN', { timeZone: 'Asia/Kolkata', dateStyle: 'medium', timeStyle: 'medium' });

export async function readCronStatus(
  dependencies: CronStatusDependencies,
): Promise<HandlerAnswer<typeof getCronStatus>> {
  const { database, clock, offers, cronKey, everyS, minAgeS } = dependencies;
  const [state, current, queued] = await Promise.all([
    readState(database),
    findCurrentRun(database),
    countQueue(database, QUEUED_AT_MOST),
  ]);
  const now = clock.now();
  const url = dependencies.publicUrl + cronSmartPoll.path;
  const testKey = cronKey.testKey();
  return {
    cronJobStats: {
      smartPoll: {
        isRunning: current !== null,
        runCount: state.runCount,
        errorCount: state.errorCount,
        lastRun: state.lastRunAt?.toISOString() ?? null,
        nextRun: dependencies.nextRunAt().toISOString(),
        lastError:
          state.lastErrorMessage === null || state.lastErrorAt === null
            ? null
            : { message: state.lastErrorMessage, timestamp: state.lastErrorAt.toISOString() },
      },
    },
    timestamp: now.toISOString(),
    localTime: localTime(now).replaceAll(/[\u00a0\u202f]/g, ' '),
    serverUptime: Math.floor(process.uptime()),
    platform: process.platform,
    nodeVersion: process.version,
    currentRun: current === null ? null : toRun(current),
    configuration: {
      everyS,
      minAgeS,
      timeoutMs: SMART_POLL.timeoutMs,
      clicksPerRun: SMART_POLL.clicksPerRun,
      offers: offers.all().filter(({ isActive, pollUrl }) => isActive && pollUrl !== null).length,
      queued,
      queuedAtMost: QUEUED_AT_MOST,
    },
    externalEndpoint: {
      enabled: cronKey.isSet,
      url,
      testUrl: testKey === null ? url : `${url}?key=${encodeURIComponent(testKey)}`,
    },
  };
}
