import type { AnyRoute, CallInput, RouteAnswer } from '@muneem/contract/http';
import { queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

type Timing<R extends AnyRoute> = Pick<
  UseQueryOptions<RouteAnswer<R>>,
  'staleTime' | 'gcTime' | 'refetchInterval' | 'refetchOnWindowFocus'
>;

/** The query of one call. Its parts of the key and of the call's input are the same in most cases. */
export const routeQuery = <R extends AnyRoute>(
  queryKey: readonly unknown[],
  route: R,
  input: CallInput<R>,
  timing: Timing<R> = {},
) => queryOptions({ queryKey, queryFn: ({ signal }) => api(route, { ...input, signal }), ...timing });
