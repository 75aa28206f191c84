import {
  addNetworkRate,
  archiveNetwork,
  changeNetworkRate,
  deleteNetworkRate,
  getNetwork,
  listNetworks,
  type NetworkRate,
} from '@muneem/contract/networks';
import { api } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import { routeQuery } from '#lib/route-query.ts';
import type { ScreenQueries } from '#lib/screen.ts';
import { oneOf } from '#lib/url-state.ts';
import { listConfig, listQueryOf, type QueryOf } from '#ui/data-table/index.ts';

export const NETWORKS = listConfig({
  sorts: ['name', 'offers', 'createdAt', 'updatedAt'],
  order: 'asc',
  filters: { status: oneOf(['active', 'archived', 'all'], 'active') },
});

/** The most that a list answers. */
const ALL = 500;

export const networksQuery = (query: QueryOf<typeof NETWORKS>) =>
  routeQuery(['networks', 'list', query], listNetworks, { query });

/** Every network by name, for the fields and filters that choose one. */
export const networkChoicesQuery = routeQuery(['networks', 'choices'], listNetworks, {
  query: { limit: ALL, status: 'all' },
});

export const networkQuery = (id: string) => routeQuery(['networks', 'one', id], getNetwork, { params: { id } });

export const setArchived = (id: string, isArchived: boolean) =>
  api(archiveNetwork, { params: { id }, body: { isArchived } });

/** @param isNew false to change the rate of that day */
export const saveRate = (id: string, { from, rupees }: NetworkRate, isNew: boolean) =>
  isNew
    ? api(addNetworkRate, { params: { id }, body: { from, rupees } })
    : api(changeNetworkRate, { params: { id, from }, body: { rupees } });

export const removeRate = (id: string, from: string) => api(deleteNetworkRate, { params: { id, from } });

export const refreshNetworks = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['networks'] });

export const screenQueries: ScreenQueries = (client, { search }) => [
  client.prefetchQuery(networksQuery(listQueryOf(NETWORKS, search))),
];
