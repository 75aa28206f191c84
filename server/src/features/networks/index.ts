export { listCatalogNetworks, type CatalogNetwork } from './network-catalog.repository.ts';
export { lockNetworkState } from './networks.repository.ts';
export { networksModule } from './networks.module.ts';
