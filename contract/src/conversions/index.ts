export { EVENT_ALIASES, eventKey, findEvent, sharePercent } from './events.ts';
