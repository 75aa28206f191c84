export { canonicalEventName, EVENT_ALIASES, eventKey, sharePercent, withAliases } from './events.ts';
export { coinsOfPaise, shareOfCoins, worthOfCoins } from './rewards.ts';
