export { NetworkFilter } from './network-filter.tsx';
export { NetworkSelect } from './network-select.tsx';
export { networkChoicesQuery } from './networks.queries.ts';
