/** The house's display formats: en-IN digits, Asia/Kolkata times. Pure; every screen prints through these. */

export const TIME_ZONE = 'Asia/Kolkata';
/** Shown where there is nothing to show. */
export const NOTHING = '–';

const LOCALE = 'en-IN';
const rupees = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'INR' });
const shortRupees = new Intl.NumberFormat(LOCALE, {
  style: 'currency',
  currency: 'INR',
  notation: 'compact',
  maximumFractionDigits: 1,
});
const shortCount = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const percent = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 });
const date = new Intl.DateTimeFormat(LOCALE, { timeZone: TIME_ZONE, day: '2-digit', month: 'short', year: 'numeric' });
const clock = new Intl.DateTimeFormat(LOCALE, {
  timeZone: TIME_ZONE,
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
});
const dayAndMonth = new Intl.DateTimeFormat(LOCALE, { timeZone: TIME_ZONE, day: 'numeric', month: 'short' });
const weekday = new Intl.DateTimeFormat(LOCALE, { timeZone: TIME_ZONE, weekday: 'short' });
const seconds = new Intl.DateTimeFormat(LOCALE, {
  timeZone: TIME_ZONE,
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  hour12: true,
});
const isoDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const relative = new Intl.RelativeTimeFormat('en-IN', { numeric: 'auto' });

type Moment = string | Date | null | undefined;

function instant(moment: Moment): Date | undefined {
  if (moment === null || moment === undefined || moment === '') return undefined;
  const at = typeof moment === 'string' ? new Date(moment) : moment;
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** ₹1,23,456.00 from rupees as they are on the wire. */
export const formatRupees = (amount: number | null | undefined): string =>
  amount === null || amount === undefined || !Number.isFinite(amount) ? NOTHING : rupees.format(amount);

/** ₹1.2L: beside the axis of a chart, never where somebody decides. */
export const formatRupeesShort = (amount: number): string => shortRupees.format(amount);

/** 1.2L: beside the axis of a chart. */
export const formatCountShort = (count: number): string => shortCount.format(count);

/** 1,23,456 */
export const formatCount = (count: number | null | undefined): string =>
  count === null || count === undefined || !Number.isFinite(count) ? NOTHING : whole.format(count);

/** 1,500 coins */
export const formatCoins = (coins: number | null | undefined): string =>
  coins === null || coins === undefined ? NOTHING : formatNoun(coins, 'coin', 'coins');

/** 1 user, 2 users */
export const formatNoun = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** 42.5% from a share between 0 and 1. */
export const formatPercent = (share: number | null | undefined): string =>
  share === null || share === undefined || !Number.isFinite(share) ? NOTHING : percent.format(share);

/** 21 Nov 2026 */
export function formatDate(moment: Moment): string {
  const at = instant(moment);
  return at ? date.format(at) : NOTHING;
}

/** A calendar day of Asia/Kolkata in full: Sat, 21 Nov 2026. */
export const formatDayLong = (day: string): string => `${weekday.format(noonOf(day))}, ${date.format(noonOf(day))}`;

/** 21 Nov: below the axis of a chart. */
export const formatDayShort = (day: string): string => dayAndMonth.format(noonOf(day));

/** 21 Nov 2026, 10:26 am */
export function formatDateTime(moment: Moment): string {
  const at = instant(moment);
  return at ? `${date.format(at)}, ${plainSpaces(clock.format(at))}` : NOTHING;
}

/** Sat, 21 Nov 2026, 10:26:48 am IST (UTC+05:30) */
export function formatExactTime(moment: Moment): string {
  const at = instant(moment);
  return at ? `${weekday.format(at)}, ${date.format(at)}, ${plainSpaces(seconds.format(at))} IST (UTC+05:30)` : NOTHING;
}

/** 5 minutes ago, yesterday, in 2 hours; only beside an exact time. */
export function formatRelative(moment: Moment, now: Date): string {
  const at = instant(moment);
  if (!at) return NOTHING;
  const away = (at.getTime() - now.getTime()) / 1000;
  const steps = [
    ['year', 31_557_600],
    ['month', 2_629_800],
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ] as const;
  for (const [unit, size] of steps) if (Math.abs(away) >= size) return relative.format(Math.trunc(away / size), unit);
  return 'just now';
}

/** 850 ms, 2.4 s, 3 min 5 s */
export function formatDuration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return NOTHING;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const total = Math.round(ms / 1000);
  return total % 60 === 0 ? `${total / 60} min` : `${Math.floor(total / 60)} min ${total % 60} s`;
}

/** The calendar day in Asia/Kolkata, 2026-11-21: what date inputs and the wire use. */
export const kolkataDay = (moment: Date): string => isoDay.format(moment);

/** Intl puts narrow no-break spaces before am/pm; plain ones can be searched for and copied. */
const plainSpaces = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

const noonOf = (day: string): Date => new Date(`${day}T12:00:00+05:30`);
