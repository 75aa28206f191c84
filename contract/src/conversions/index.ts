export { EVENT_ALIASES, eventKey, sharePercent, withAliases } from './events.ts';
