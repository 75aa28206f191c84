/** The current time. Injected, so that tests can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

const KOLKATA_OFFSET_MS = 5.5 * 3_600_000;
export const DAY_MS = 86_400_000;

/** The same time of day, some days earlier. India has no daylight saving. */
export const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * DAY_MS);

/** Caches the last day by its number since 1970: this is called thousands of times per second. */
let known = { number: NaN, day: '' };

/** Returns the calendar day in Asia/Kolkata (UTC+05:30, no daylight saving), like `2026-11-21`. */
export function kolkataDay(at: Date): string {
  const ms = at.getTime() + KOLKATA_OFFSET_MS;
  const number = Math.floor(ms / DAY_MS);
  if (number !== known.number) known = { number, day: new Date(ms).toISOString().slice(0, 10) };
  return known.day;
}

/** Returns the time in Asia/Kolkata, cut to the second, like `2026-11-21 18:30:00`. */
export const kolkataSecond = (at: Date): string =>
  new Date(at.getTime() + KOLKATA_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');

/** Returns the instant's day in Asia/Kolkata, like 20261121. */
export const dayNumber = (at: Date): number => Number(kolkataDay(at).replaceAll('-', ''));

const TIME = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', dateStyle: 'medium', timeStyle: 'short' });

/** Writes a time in Asia/Kolkata for a sentence. */
export const kolkataTime = (at: Date): string => `${TIME.format(at)} IST`;

/** Returns the start of a day in Asia/Kolkata. */
export function startOfKolkataDay(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - KOLKATA_OFFSET_MS);
}

/** Returns the end of a day in Asia/Kolkata: the exclusive end of a range that includes `day`. */
export function endOfKolkataDay(day: string): Date {
  return new Date(startOfKolkataDay(day).getTime() + DAY_MS);
}

/** Returns the Monday of the week of `at`, in Asia/Kolkata. */
function startOfKolkataWeek(at: Date): Date {
  const today = startOfKolkataDay(kolkataDay(at));
  const weekday = (new Date(today.getTime() + KOLKATA_OFFSET_MS).getUTCDay() + 6) % 7;
  return daysBefore(today, weekday);
}

/** Returns the start of a period in Asia/Kolkata, or null for all time. */
export function startOfKolkataPeriod(period: 'all' | 'today' | 'week', now: Date): Date | null {
  if (period === 'all') return null;
  return period === 'today' ? startOfKolkataDay(kolkataDay(now)) : startOfKolkataWeek(now);
}
