import type { AnyRoute, CallInput, RouteAnswer } from '@muneem/contract/http';
import { queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

type Timing<R extends AnyRoute> = Pick<
  UseQueryOptions<RouteAnswer<R>>,
  'staleTime' | 'gcTime' | 'refetchInterval' | 'refetchOnWindowFocus'
>;

/** Builds the query of one API call. The key begins with the feature's name, so that one invalidation reaches all its queries. */
export const routeQuery = <R extends AnyRoute>(
  queryKey: readonly unknown[],
  route: R,
  input: CallInput<R>,
  timing: Timing<R> = {},
) => queryOptions({ queryKey, queryFn: ({ signal }) => api(route, { ...input, signal }), ...timing });
