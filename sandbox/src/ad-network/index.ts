export { DEFAULT_BEHAVIOUR, startAdNetwork, type AdNetwork, type Campaign } from './ad-network.ts';
