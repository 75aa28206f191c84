export { contradiction } from './contradictions.ts';
export type { Contradiction, ContradictionDecision } from './contradictions.ts';
export { canonicalEventName, EVENT_ALIASES, eventKey, sharePercent, withAliases } from './events.ts';
export { coinsOfPaise, referralCoinsOf, shareOfCoins, worthOfCoins } from './rewards.ts';
