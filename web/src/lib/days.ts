// Calendar days of Asia/Kolkata as the API and the URL write them, 2026-11-21, and as people do: 21/11/2026.

const ISO = /^(?<year>\d{4})-(?<month>\d\d)-(?<date>\d\d)$/;
const TYPED = /^(?<date>\d{1,2})[/.\- ](?<month>\d{1,2})[/.\- ](?<year>\d{4})$/;

/** Reads 21/11/2026, 1-1-2026, 1.1.2026 or 2026-11-21. Undefined for a day that does not exist. */
export function readDay(text: string): string | undefined {
  const parts = (TYPED.exec(text.trim()) ?? ISO.exec(text.trim()))?.groups;
  if (parts === undefined) return undefined;
  const day = `${parts['year']}-${parts['month']!.padStart(2, '0')}-${parts['date']!.padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}

/** 21/11/2026. Any other text stays. */
export const dayText = (day: string): string => (ISO.test(day) ? day.split('-').toReversed().join('/') : day);

const atNoon = (day: string): Date => new Date(`${day}T12:00:00Z`);

function isDay(day: string): boolean {
  const at = atNoon(day);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}

/** The day that is `days` days before this one. */
function before(day: string, days: number): string {
  const at = atNoon(day);
  at.setUTCDate(at.getUTCDate() - days);
  return at.toISOString().slice(0, 10);
}

/** A range, both days included. */
export interface Days {
  readonly startDate: string;
  readonly endDate: string;
}

const since =
  (days: number, end = 0) =>
  (today: string): Days => ({ startDate: before(today, days), endDate: before(today, end) });

/** The ranges that one press chooses. Weeks start on Monday. */
const RANGES = {
  Today: since(0),
  Yesterday: since(1, 1),
  'This week': (today) => ({ startDate: before(today, (atNoon(today).getUTCDay() + 6) % 7), endDate: today }),
  'Last 7 days': since(6),
  'This month': (today) => ({ startDate: firstOfMonth(today), endDate: today }),
  'Last month': (today) => {
    const endDate = before(firstOfMonth(today), 1);
    return { startDate: firstOfMonth(endDate), endDate };
  },
} satisfies Record<string, (today: string) => Days>;

const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/** The presets with their days. `today` is the day in Asia/Kolkata. */
export const dayPresets = (today: string): { readonly label: keyof typeof RANGES; readonly days: Days }[] =>
  (Object.keys(RANGES) as (keyof typeof RANGES)[]).map((label) => ({ label, days: RANGES[label](today) }));

/** All days of a range, both ends included. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day !== '' && day <= last; day = before(day, -1)) days.push(day);
  return days;
}
