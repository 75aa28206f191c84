/** The time, injected so that tests can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

const KOLKATA_OFFSET_MS = 5.5 * 3_600_000;
const DAY_MS = 86_400_000;

/** The last day that was asked for, by its number since 1970; it is asked for thousands of times a second. */
let known = { number: NaN, day: '' };

/** The calendar day in Asia/Kolkata (UTC+05:30, no daylight saving), `2026-11-21`. */
export function kolkataDay(at: Date): string {
  const ms = at.getTime() + KOLKATA_OFFSET_MS;
  const number = Math.floor(ms / DAY_MS);
  if (number !== known.number) known = { number, day: new Date(ms).toISOString().slice(0, 10) };
  return known.day;
}

/** The instant at which a calendar day of Asia/Kolkata begins. */
export function startOfKolkataDay(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - KOLKATA_OFFSET_MS);
}

/** The instant at which the day after `day` begins in Asia/Kolkata: the exclusive end of a range that includes `day`. */
export function endOfKolkataDay(day: string): Date {
  return new Date(startOfKolkataDay(day).getTime() + DAY_MS);
}

/** Monday of the week, in Asia/Kolkata, that holds `at`. */
export function startOfKolkataWeek(at: Date): Date {
  const today = startOfKolkataDay(kolkataDay(at));
  const weekday = (new Date(today.getTime() + KOLKATA_OFFSET_MS).getUTCDay() + 6) % 7;
  return new Date(today.getTime() - weekday * DAY_MS);
}
