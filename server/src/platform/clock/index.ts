export { endOfKolkataDay, kolkataDay, startOfKolkataDay, startOfKolkataWeek, systemClock } from './clock.ts';
export type { Clock } from './clock.ts';
export { createParentClock } from './parent-clock.ts';
