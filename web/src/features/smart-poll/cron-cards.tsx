import { formatCount, formatDate, formatExactTime, formatNoun, formatRelative, formatTime } from '#lib/format.ts';
import { StatusBadge } from '#ui/display/index.ts';
import { StatCard, StatGrid } from '#ui/layout/index.ts';
import { intervalText } from './smart-poll-look.ts';
import { copy } from './smart-poll.copy.ts';
import type { CronStatus } from './smart-poll.queries.ts';

const words = copy.cron;

/** Reserves the line of the caption while it loads. */
const NO_CAPTION_YET = '\u00a0';

/** The cron status of document 001 §3, and the length of the queue. Undefined while loading. */
export function CronCards({ status }: { readonly status: CronStatus | undefined }) {
  const stats = status?.cronJobStats.smartPoll;
  const run = status?.currentRun;
  const configuration = status?.configuration;
  return (
    <StatGrid label={words.label}>
      <StatCard
        label={words.status}
        value={
          stats && (
            <StatusBadge
              label={stats.isRunning ? words.running : words.idle}
              color={stats.isRunning ? 'blue' : 'gray'}
            />
          )
        }
        caption={run ? words.progress(formatCount(run.asked), formatCount(run.clicks)) : words.everyServer}
      />
      <StatCard label={words.runCount} value={stats && formatCount(stats.runCount)} caption={words.runCountCaption} />
      <StatCard
        label={words.errorCount}
        value={stats && formatCount(stats.errorCount)}
        caption={words.errorCountCaption}
        to="/smart-poll"
        search={{ show: 'failed' }}
      />
      <StatCard
        label={words.lastRun}
        value={stats && (stats.lastRun === null ? words.never : <Clock at={stats.lastRun} />)}
        caption={
          stats?.lastRun
            ? `${formatDate(stats.lastRun)} · ${formatRelative(stats.lastRun, new Date())}`
            : NO_CAPTION_YET
        }
      />
      <StatCard
        label={words.nextRun}
        value={stats && <Clock at={stats.nextRun} />}
        caption={configuration ? words.every(intervalText(configuration.everyS)) : NO_CAPTION_YET}
      />
      <StatCard
        label={words.queued}
        value={configuration && atMost(configuration.queued, configuration.queuedAtMost)}
        caption={
          configuration ? words.queuedCaption(formatNoun(configuration.offers, 'offer', 'offers')) : NO_CAPTION_YET
        }
      />
    </StatGrid>
  );
}

const atMost = (count: number, most: number): string => (count < most ? formatCount(count) : `${formatCount(most)}+`);

/** The time of day in large type. The day is in the caption or on hover. */
function Clock({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} data-tip={formatExactTime(at)}>
      {formatTime(at)}
    </time>
  );
}
