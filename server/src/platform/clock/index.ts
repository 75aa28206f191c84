export {
  DAY_MS,
  daysBefore,
  endOfKolkataDay,
  dayNumber,
  kolkataDay,
  kolkataSecond,
  kolkataTime,
  startOfKolkataDay,
  startOfKolkataPeriod,
  systemClock,
} from './clock.ts';
export type { Clock } from './clock.ts';
