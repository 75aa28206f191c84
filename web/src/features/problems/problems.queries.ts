import { ApiError, type RouteAnswer } from '@muneem/contract/http';
import {
  PROBLEM_STATUSES,
  PROBLEM_TYPES,
  readOneProblem,
  readProblems,
  removeOneProblem,
  type Problem,
} from '@muneem/contract/problems';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { isTransient } from '#lib/api-error.ts';
import { queryClient } from '#lib/query-client.ts';
import type { ScreenQueries } from '#lib/screen.ts';
import { oneOf } from '#lib/url-state.ts';
import { listConfig, listQueryOf, type QueryOf } from '#ui/data-table/index.ts';

/** The specification sets a timeout for this list. */
const TIMEOUT_MS = 10_000;

/** The URL state of the list. Default order: open first, then newest. */
export const PROBLEMS = listConfig({
  sorts: ['status', 'createdAt', 'updatedAt'],
  order: 'asc',
  filters: { status: oneOf(['all', ...PROBLEM_STATUSES], 'all'), type: oneOf(['all', ...PROBLEM_TYPES], 'all') },
});

export type ProblemsPage = Exclude<RouteAnswer<typeof readProblems>, readonly unknown[]>;

const isTimeout = (error: unknown): boolean => error instanceof ApiError && error.kind === 'timeout';

export const problemsQuery = (query: QueryOf<typeof PROBLEMS>) =>
  queryOptions({
    queryKey: ['problems', 'list', query],
    queryFn: async ({ signal }): Promise<ProblemsPage> => {
      const answer = await api(readProblems, { query, signal, timeoutMs: TIMEOUT_MS });
      return Array.isArray(answer) ? pageOfAll(answer) : answer;
    },
    retry: (failures, error) => failures < 2 && isTransient(error) && !isTimeout(error),
  });

/** A server with only the documented contract returns a bare array. It is sorted newest first. */
const pageOfAll = (problems: readonly Problem[]): ProblemsPage => ({
  problems: problems.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt)),
  total: problems.length,
  totalProblems: problems.length,
  openProblems: problems.filter(({ status }) => status === 'open').length,
});

export const problemQuery = (id: string) =>
  queryOptions({
    queryKey: ['problems', 'one', id],
    queryFn: async ({ signal }) => (await api(readOneProblem, { params: { id }, signal })).problem,
  });

export const removeProblem = ({ userId, id }: Pick<Problem, 'userId' | 'id'>) =>
  api(removeOneProblem, { params: { userId, id } });

export const refreshProblems = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['problems'] });

export const screenQueries: ScreenQueries = (client, { search }) => [
  client.prefetchQuery(problemsQuery(listQueryOf(PROBLEMS, search))),
];
