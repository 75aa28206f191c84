import type { SmartPoll, SmartPollRun } from '@muneem/contract/smart-poll';
import { isoDates } from '#platform/http/index.ts';
import type { RunRow } from './smart-poll-runs.repository.ts';
import type { PollRow } from './smart-polls.repository.ts';

export const toRun = (row: RunRow): SmartPollRun => ({ ...isoDates(row), _id: row.id });

export const toPoll = ({ id, ...poll }: PollRow): SmartPoll => ({
  ...isoDates(poll),
  _id: id,
  events: [...poll.events],
});
