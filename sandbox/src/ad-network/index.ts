export { startAdNetwork, type AdNetwork, type Campaign } from './ad-network.ts';
