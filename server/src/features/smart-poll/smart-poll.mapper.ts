import type { SmartPoll, SmartPollRun } from '@muneem/contract/smart-poll';
import type { RunRow } from './smart-poll-runs.repository.ts';
import type { PollRow } from './smart-polls.repository.ts';

export const toRun = (row: RunRow): SmartPollRun => {
  const { id, startedAt, finishedAt, ...rest } = row;
  return { _id: id, ...rest, startedAt: startedAt.toISOString(), finishedAt: finishedAt?.toISOString() ?? null };
};

export const toPoll = ({ id, askedAt, ...poll }: PollRow): SmartPoll => ({
  _id: id,
  ...poll,
  events: [...poll.events],
  askedAt: askedAt.toISOString(),
});
