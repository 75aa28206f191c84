import { listAdmins } from '@muneem/contract/admins';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import type { ScreenQueries } from '#lib/screen.ts';

export const adminsQuery = () =>
  queryOptions({ queryKey: ['admins'], queryFn: ({ signal }) => api(listAdmins, { signal }) });

export const screenQueries: ScreenQueries = (client) => [client.prefetchQuery(adminsQuery())];
