export { startAdNetwork, type AdNetwork } from './ad-network.ts';
export { DEFAULT_BEHAVIOUR, type Campaign } from './visits.ts';
