export {
  CURRENCIES,
  microRupeesOf,
  NETWORK_DEFAULTS,
  NETWORK_LIMITS,
  NO_NETWORK,
  OWN_CURRENCY,
  rateOf,
} from './network-rules.ts';
export { networkDialect, STATUS_MEANINGS } from './network-dialect.ts';
export type { NetworkDialect, StatusMeaning } from './network-dialect.ts';
export { READY_DIALECTS } from './ready-dialects.ts';
export { networkInput, rateProblem } from './networks.ts';
export type { Network, NetworkChange, NetworkInput, NetworkRate, NetworkSummary } from './networks.ts';
export {
  addNetworkRate,
  archiveNetwork,
  changeNetworkRate,
  createNetwork,
  deleteNetworkRate,
  getNetwork,
  listNetworks,
  updateNetwork,
} from './networks.api.ts';
