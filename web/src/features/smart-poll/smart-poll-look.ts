import {
  POLL_OUTCOMES,
  type PollOutcome,
  type SmartPoll,
  type SmartPollRun,
  type SmartPollRunStatus,
} from '@muneem/contract/smart-poll';
import { formatDuration, formatNoun } from '#lib/format.ts';
import type { StatusLook } from '#ui/display/index.ts';
import { OUTCOME_LABELS } from './smart-poll.copy.ts';

const RUN = {
  running: { label: 'Running', color: 'blue' },
  completed: { label: 'Completed', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
  interrupted: { label: 'Interrupted', color: 'yellow' },
} as const satisfies Record<SmartPollRunStatus, StatusLook>;

/** Label and colour of a run. A completed run with errors is yellow. */
export const runStatus = ({ status, failed }: Pick<SmartPollRun, 'status' | 'failed'>): StatusLook =>
  status === 'completed' && failed > 0 ? { label: 'With errors', color: 'yellow' } : RUN[status];

export function pollOutcome(outcome: PollOutcome): StatusLook {
  const label = OUTCOME_LABELS[outcome];
  if (outcome === 'recovered') return { label, color: 'green' };
  if (outcome === 'nothing_new') return { label, color: 'gray' };
  return { label, color: POLL_OUTCOMES[outcome].failed ? 'red' : 'yellow' };
}

const rank = ({ outcome }: SmartPoll): number => {
  if (outcome === 'recovered') return 0;
  if (outcome === 'nothing_new') return 3;
  return POLL_OUTCOMES[outcome].failed ? 1 : 2;
};

export const recoveredFirst = (polls: readonly SmartPoll[]): SmartPoll[] =>
  polls.toSorted((a, b) => rank(a) - rank(b) || a.askedAt.localeCompare(b.askedAt));

export const runDurationMs = ({ startedAt, finishedAt }: SmartPollRun): number | undefined =>
  finishedAt === null ? undefined : Date.parse(finishedAt) - Date.parse(startedAt);

const DAY_S = 86_400;

/** 3 days 4 h, 5 h 12 min, 40 s */
export function uptimeText(seconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / DAY_S),
    Math.floor((seconds % DAY_S) / 3600),
    Math.floor((seconds % 3600) / 60),
  ];
  if (days > 0) return `${formatNoun(days, 'day', 'days')} ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return formatDuration(Math.floor(seconds) * 1000);
}

/** 2 minutes, 90 seconds */
export const intervalText = (seconds: number): string =>
  seconds % 60 === 0 ? formatNoun(seconds / 60, 'minute', 'minutes') : formatNoun(seconds, 'second', 'seconds');
