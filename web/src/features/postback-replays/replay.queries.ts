import { previewReplay } from '@muneem/contract/postbacks';
import type { RouteBodyInput } from '@muneem/contract/http';
import { routeQuery } from '#lib/route-query.ts';

/** The chosen postbacks, or all that a log filter matches. */
export type ReplaySelection =
  | { readonly ids: readonly string[] }
  | { readonly filter: NonNullable<RouteBodyInput<typeof previewReplay>['filter']> };

/** Never cached: the preview changes with every postback. */
export const replayPreviewQuery = (selection: ReplaySelection) =>
  routeQuery(
    ['replay-preview', selection],
    previewReplay,
    { body: 'ids' in selection ? { ids: [...selection.ids] } : selection },
    { gcTime: 0, staleTime: Infinity, refetchOnWindowFocus: false },
  );
