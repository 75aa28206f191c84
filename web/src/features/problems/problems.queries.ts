import { ApiError, type RouteAnswer } from '@muneem/contract/http';
import {
  PROBLEM_STATUSES,
  PROBLEM_TYPES,
  getProblem,
  listProblems,
  deleteProblem,
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

export type ProblemsPage = Pick<
  Exclude<RouteAnswer<typeof listProblems>, readonly unknown[]>,
  'problems' | 'total' | 'totalProblems' | 'openProblems'
>;

const isTimeout = (error: unknown): boolean => error instanceof ApiError && error.kind === 'timeout';

export const problemsQuery = (query: QueryOf<typeof PROBLEMS>) =>
  queryOptions({
    queryKey: ['problems', 'list', query],
    queryFn: async ({ signal }): Promise<ProblemsPage> => {
      const answer = await api(listProblems, { query, signal, timeoutMs: TIMEOUT_MS });
      if (Array.isArray(answer)) return pageOfAll(answer);
      if (!Array.isArray(answer.problems)) throw new ApiError('format', 200);
      return answer;
    },
    retry: (failures, error) => failures < 2 && isTransient(error) && !isTimeout(error),
  });

/** Document 001 §7: the list is an array, sorted newest first. */
const pageOfAll = (problems: readonly Problem[]): ProblemsPage => ({
  problems: problems.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt)),
  total: problems.length,
  totalProblems: problems.length,
  openProblems: problems.filter(({ status }) => status === 'open').length,
});

export const problemQuery = (id: string) =>
  queryOptions({
    queryKey: ['problems', 'one', id],
    queryFn: async ({ signal }) => (await api(getProblem, { params: { id }, signal })).problem,
  });

export const removeProblem = ({ userId, id }: Pick<Problem, 'userId' | 'id'>) =>
  api(deleteProblem, { params: { userId, id } });

export const refreshProblems = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['problems'] });

export const screenQueries: ScreenQueries = (client, { search }) => [
  client.prefetchQuery(problemsQuery(listQueryOf(PROBLEMS, search))),
];
