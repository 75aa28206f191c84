import { ApiError, type RouteAnswer } from '@muneem/contract/http';
import {
  CRON_STATUS_REFRESH_MS,
  getSmartPollRun,
  listSmartPollRuns,
  readCronStatus,
  runSmartPollByForce,
  runSmartPollNow,
} from '@muneem/contract/smart-poll';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { errorText } from '#lib/api-error.ts';
import type { ScreenQueries } from '#lib/screen.ts';
import { oneOf } from '#lib/url-state.ts';
import { listConfig, listQueryOf, type ListQueryState } from '#ui/data-table/index.ts';
import { copy } from './smart-poll.copy.ts';

export type CronStatus = RouteAnswer<typeof readCronStatus>;

const FILTERS = { show: oneOf(['all', 'asked', 'recovered', 'failed'], 'all') };

/** The URL state of the run history. */
export const RUNS = listConfig({ sorts: ['startedAt'], limit: 20, filters: FILTERS });
type RunsQuery = ListQueryState<'startedAt', typeof FILTERS>;

/** A running poll refreshes its progress more often. */
const PROGRESS_REFRESH_MS = 1_000;

export const cronStatusQuery = (isStarting = false) =>
  queryOptions({
    queryKey: ['smart-poll', 'status'],
    queryFn: ({ signal }) => api(readCronStatus, { signal }),
    refetchInterval: ({ state }) =>
      isStarting || state.data?.cronJobStats.smartPoll.isRunning ? PROGRESS_REFRESH_MS : CRON_STATUS_REFRESH_MS,
  });

export const runsQuery = (query: RunsQuery) =>
  queryOptions({
    queryKey: ['smart-poll', 'runs', query],
    queryFn: ({ signal }) => api(listSmartPollRuns, { query, signal }),
  });

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: ['smart-poll', 'run', id],
    queryFn: ({ signal }) => api(getSmartPollRun, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.run.status === 'running' ? PROGRESS_REFRESH_MS : false),
  });

export const startRun = (kind: 'run' | 'force') => api(kind === 'run' ? runSmartPollNow : runSmartPollByForce, {});

/** Document 001 §8 has one text for a refusal without a message, and one for no response. */
export const failureText = (kind: 'run' | 'force', error: unknown): string =>
  error instanceof ApiError && error.kind === 'network' ? copy.failed.network : errorText(error, copy.failed[kind]);

export const refreshSmartPoll = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['smart-poll'] });

export const screenQueries: ScreenQueries = (client, { search }) => [
  client.prefetchQuery(cronStatusQuery()),
  client.prefetchQuery(runsQuery(listQueryOf(RUNS, search))),
];
