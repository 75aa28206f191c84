import { previewReplay } from '@muneem/contract/postbacks';
import type { RouteBodyInput } from '@muneem/contract/http';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

/** The chosen postbacks, or all that a log filter matches. */
export type ReplaySelection =
  | { readonly ids: readonly string[] }
  | { readonly filter: NonNullable<RouteBodyInput<typeof previewReplay>['filter']> };

/** Never cached: the preview changes with every postback. */
export const replayPreviewQuery = (selection: ReplaySelection) =>
  queryOptions({
    queryKey: ['replay-preview', selection],
    queryFn: ({ signal }) =>
      api(previewReplay, { body: 'ids' in selection ? { ids: [...selection.ids] } : selection, signal }),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
