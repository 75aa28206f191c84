import * as api from '@muneem/contract/networks';
import { kolkataDay } from '#platform/clock/index.ts';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import { addRate, changeRate, removeRate } from './change-rates.ts';
import { getNetwork, type NetworkDependencies } from './get-network.ts';
import { toNetworkSummary } from './network.mapper.ts';
import { countNetworks, searchNetworks } from './networks.repository.ts';
import { archiveNetwork, createNetwork, updateNetwork } from './save-network.ts';

export function registerNetworkRoutes(http: HttpServer, dependencies: NetworkDependencies): void {
  const { database, clock } = dependencies;

  registerRoute(http, api.listNetworks, async ({ query: { search, status, page, ...order } }) => {
    const filter = { search, status };
    const [rows, total, totalNetworks] = await Promise.all([
      searchNetworks(database, filter, { ...order, offset: (page - 1) * order.limit }, kolkataDay(clock.now())),
      countNetworks(database, filter),
      countNetworks(database, { search: '', status: 'all' }),
    ]);
    return { networks: rows.map(toNetworkSummary), total, totalNetworks };
  });

  registerRoute(http, api.getNetwork, async ({ params }) => ({
    network: await getNetwork(dependencies, database, params.id),
  }));

  registerRoute(http, api.createNetwork, (context) => createNetwork(dependencies, context));

  registerRoute(http, api.updateNetwork, async ({ params, body, actor }) => ({
    message: 'Network saved',
    network: await updateNetwork(dependencies, params.id, body, actor),
  }));

  registerRoute(http, api.archiveNetwork, async ({ params, body: { isArchived }, actor }) => ({
    message: isArchived ? 'Network archived' : 'Network is active again',
    network: await archiveNetwork(dependencies, params.id, isArchived, actor),
  }));

  registerRoute(http, api.addNetworkRate, async ({ params, body, actor }) => ({
    message: 'Rate added',
    network: await addRate(dependencies, params.id, body, actor),
  }));

  registerRoute(http, api.changeNetworkRate, async ({ params: { id, from }, body, actor }) => ({
    message: 'Rate changed',
    network: await changeRate(dependencies, id, { from, ...body }, actor),
  }));

  registerRoute(http, api.deleteNetworkRate, async ({ params, actor }) => ({
    message: 'Rate deleted',
    network: await removeRate(dependencies, params.id, params.from, actor),
  }));
}
