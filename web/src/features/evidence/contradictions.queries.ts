import { getContradiction, listContradictions } from '@muneem/contract/evidence';
import type { RouteAnswer } from '@muneem/contract/http';
import { queryClient } from '#lib/query-client.ts';
import { routeQuery } from '#lib/route-query.ts';
import type { ScreenQueries } from '#lib/screen.ts';

/** The effect of a reversal. */
export type Reversal = NonNullable<RouteAnswer<typeof getContradiction>['reversal']>;

export const contradictionsQuery = () => routeQuery(['contradictions', 'open'], listContradictions, {});

export const contradictionQuery = (id: number) =>
  routeQuery(['contradictions', 'one', id], getContradiction, { params: { id } });

/** Everything that shows a contradiction or the coins of its conversion. */
export const refreshContradictions = () =>
  Promise.all(
    ['contradictions', 'evidence', 'conversions', 'stats'].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key] }),
    ),
  );

export const screenQueries: ScreenQueries = (client) => [client.prefetchQuery(contradictionsQuery())];
