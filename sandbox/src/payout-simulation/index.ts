export { forkNode, type NodeAnswer, type NodeCall } from './fork-node.ts';
export type { StoredLedger, StoredWithdrawal } from './judge-payouts.ts';
export {
  simulatePayouts,
  type SimulatedNode,
  type SimulationOptions,
  type SimulationReport,
} from './simulate-payouts.ts';
