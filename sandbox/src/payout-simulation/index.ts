export { CUT_PROVIDERS, cutPayouts } from './cut-payouts.ts';
export { forkNode, type NodeAnswer, type NodeCall } from './fork-node.ts';
export type { StoredWithdrawal } from './judge-payouts.ts';
export { simulatePayouts, type SimulatedNode, type SimulationOptions } from './simulate-payouts.ts';
export { seededRandom } from './virtual-time.ts';
