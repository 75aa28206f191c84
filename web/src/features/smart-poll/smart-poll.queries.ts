import { ApiError, type RouteAnswer } from '@muneem/contract/http';
import {
  CRON_STATUS_REFRESH_MS,
  getSmartPollRun,
  listSmartPollRuns,
  getCronStatus,
  forceSmartPoll,
  startSmartPoll,
} from '@muneem/contract/smart-poll';
import { api } from '#lib/api.ts';
import { routeQuery } from '#lib/route-query.ts';
import { errorText } from '#lib/api-error.ts';
import { queryClient } from '#lib/query-client.ts';
import type { ScreenQueries } from '#lib/screen.ts';
import { oneOf } from '#lib/url-state.ts';
import { listConfig, listQueryOf, type QueryOf } from '#ui/data-table/index.ts';
import { copy } from './smart-poll.copy.ts';

export type CronStatus = RouteAnswer<typeof getCronStatus>;

export const RUNS = listConfig({
  sorts: ['startedAt'],
  limit: 20,
  filters: { show: oneOf(['all', 'asked', 'recovered', 'failed'], 'all') },
});

/** A running poll refreshes its progress more often. */
const PROGRESS_REFRESH_MS = 1_000;

export const cronStatusQuery = (isStarting = false) =>
  routeQuery(
    ['smart-poll', 'status'],
    getCronStatus,
    {},
    {
      refetchInterval: ({ state }) =>
        isStarting || state.data?.cronJobStats.smartPoll.isRunning ? PROGRESS_REFRESH_MS : CRON_STATUS_REFRESH_MS,
    },
  );

export const runsQuery = (query: QueryOf<typeof RUNS>) =>
  routeQuery(['smart-poll', 'runs', query], listSmartPollRuns, { query });

export const runQuery = (id: string) =>
  routeQuery(
    ['smart-poll', 'run', id],
    getSmartPollRun,
    { params: { id } },
    {
      refetchInterval: ({ state }) => (state.data?.run.status === 'running' ? PROGRESS_REFRESH_MS : false),
    },
  );

export const startRun = (kind: 'run' | 'force') => api(kind === 'run' ? startSmartPoll : forceSmartPoll, {});

/** Document 001 §8 has one text for a refusal without a message, and one for no response. */
export const failureText = (kind: 'run' | 'force', error: unknown): string =>
  error instanceof ApiError && error.kind === 'network' ? copy.failed.network : errorText(error, copy.failed[kind]);

export const refreshSmartPoll = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['smart-poll'] });

export const screenQueries: ScreenQueries = (client, { search }) => [
  client.prefetchQuery(cronStatusQuery()),
  client.prefetchQuery(runsQuery(listQueryOf(RUNS, search))),
];
