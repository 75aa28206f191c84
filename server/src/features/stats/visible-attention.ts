import { hasRight, rights, type Right, type Role } from '@muneem/contract/rights';
import type { Attention } from '@muneem/contract/stats';

const NONE = { count: 0, amount: 0 };

/** The right that each item needs, and the values for a role without it: nothing waits. */
const EMPTY: readonly (readonly [Right, Partial<Attention>])[] = [
  [rights.seeWithdrawals, { pendingWithdrawals: NONE, failedPayouts: NONE }],
  [rights.seePayouts, { stuckPayouts: NONE, payoutDifferences: { open: 0, paidTwice: 0 }, ledgerBreach: null }],
  [rights.seeOfferClaims, { pendingClaims: 0 }],
  [rights.seeProblems, { openProblems: 0 }],
  [rights.seePostbacks, { failingPostbacks: { total: 0, worst: [] }, unknownUsers: { total: 0, worst: [] } }],
  [rights.seeOwedCoins, { owedReversals: { count: 0, coins: 0 } }],
  [rights.seeEvidence, { contradictions: 0 }],
  [rights.seeReports, { losingOffers: { total: 0, worst: [] } }],
];

/** Leaves only what the role may open. */
export const visibleAttention = (role: Role, attention: Attention): Attention =>
  Object.assign({}, attention, ...EMPTY.filter(([right]) => !hasRight(role, right)).map(([, empty]) => empty));
