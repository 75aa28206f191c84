import { getPostbackUrls } from '@muneem/contract/postbacks';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

/** Under `offers`, so that a saved offer's addresses are asked for again. */
export const postbackUrlsQuery = (id: string) =>
  queryOptions({
    queryKey: ['offers', 'postback-urls', id],
    queryFn: ({ signal }) => api(getPostbackUrls, { params: { id }, signal }),
  });
