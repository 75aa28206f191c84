// Display formats: en-IN digits, Asia/Kolkata times. All screens use these pure functions.

export const NOTHING = '–';

const LOCALE = 'en-IN';
const OFFSET = 'IST (UTC+05:30)';

/** Intl creates its formats slowly: the first rows of a list use none of them. */
function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
const numbers = (options: Intl.NumberFormatOptions) => once(() => new Intl.NumberFormat(LOCALE, options));

// `negative`: a fraction of a paisa below zero shows as ₹0.00, not -₹0.00.
const rupees = numbers({ style: 'currency', currency: 'INR', signDisplay: 'negative' });
const shortRupees = numbers({ style: 'currency', currency: 'INR', notation: 'compact', maximumFractionDigits: 1 });
const shortCount = numbers({ notation: 'compact', maximumFractionDigits: 1 });
const percent = numbers({ style: 'percent', maximumFractionDigits: 1 });
const relative = once(() => new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' }));

/** India has had no daylight saving time since 1945. */
export const KOLKATA_AHEAD_MS = 5.5 * 3_600_000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'];
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

type Moment = string | Date | null | undefined;

function instant(moment: Moment): Date | undefined {
  if (moment === null || moment === undefined || moment === '') return undefined;
  const at = typeof moment === 'string' ? new Date(moment) : moment;
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** `smart poll` → `Smart poll` */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns a date whose UTC fields are the moment's fields in Asia/Kolkata. */
const inKolkata = (at: Date): Date => new Date(at.getTime() + KOLKATA_AHEAD_MS);

function written(format: (local: Date) => string, moment: Moment): string {
  const at = instant(moment);
  return at ? format(inKolkata(at)) : NOTHING;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');
const dayAndMonth = (local: Date): string => `${local.getUTCDate()} ${MONTHS[local.getUTCMonth()]}`;
const date = (local: Date): string =>
  `${twoDigits(local.getUTCDate())} ${MONTHS[local.getUTCMonth()]} ${local.getUTCFullYear()}`;
const longDate = (local: Date): string => `${WEEKDAYS[local.getUTCDay()]}, ${date(local)}`;
/** Hour, minute and, if asked, second: 10:26 am. */
function clock(local: Date, withSeconds = false): string {
  const hour = local.getUTCHours();
  const seconds = withSeconds ? `:${twoDigits(local.getUTCSeconds())}` : '';
  return `${hour % 12 || 12}:${twoDigits(local.getUTCMinutes())}${seconds} ${hour < 12 ? 'am' : 'pm'}`;
}

/** ₹1,23,456.00 from the API's rupees. */
export const formatRupees = (amount: number | null | undefined): string =>
  amount === null || amount === undefined || !Number.isFinite(amount) ? NOTHING : rupees().format(amount);

/** ₹1.2L: only for a chart axis, never for a decision. */
export const formatRupeesShort = (amount: number): string => shortRupees().format(amount);

/** 1.2L: for a chart axis. */
export const formatCountShort = (count: number): string => shortCount().format(count);

const grouped = (whole: number): string => String(whole).replaceAll(/\B(?=(?:\d\d)*\d{3}$)/g, ',');

/** 1,23,456 */
export const formatCount = (count: number | null | undefined): string =>
  count === null || count === undefined || !Number.isFinite(count) ? NOTHING : grouped(Math.round(count));

/** 1,500 coins */
export const formatCoins = (coins: number | null | undefined): string =>
  coins === null || coins === undefined ? NOTHING : formatNoun(coins, 'coin', 'coins');

/** 1 user, 2 users */
export const formatNoun = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** 42.5% from a share between 0 and 1. */
export const formatPercent = (share: number | null | undefined): string =>
  share === null || share === undefined || !Number.isFinite(share) ? NOTHING : percent().format(share);

/** 21 Nov 2026 */
export const formatDate = (moment: Moment): string => written(date, moment);

/** A calendar day of Asia/Kolkata in full: Sat, 21 Nov 2026. */
export const formatDayLong = (day: string): string => written(longDate, startOf(day));

/** 21 Nov: for a chart axis. */
export const formatDayShort = (day: string): string => written(dayAndMonth, startOf(day));

/** 21 Nov 2026, 10:26 am */
export const formatDateTime = (moment: Moment): string => written((local) => `${date(local)}, ${clock(local)}`, moment);

/** 10:26:48 am */
export const formatTime = (moment: Moment): string => written((local) => clock(local, true), moment);

/** Sat, 21 Nov 2026, 10:26:48 am IST (UTC+05:30) */
export const formatExactTime = (moment: Moment): string =>
  written((local) => `${longDate(local)}, ${clock(local, true)} ${OFFSET}`, moment);

/** 5 minutes ago, yesterday, in 2 hours. Always show an exact time with it. */
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
  for (const [unit, size] of steps) if (Math.abs(away) >= size) return relative().format(Math.trunc(away / size), unit);
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

/** The calendar day in Asia/Kolkata, 2026-11-21, as date inputs and the API use it. */
export const kolkataDay = (moment: Date): string => inKolkata(moment).toISOString().slice(0, 10);

const startOf = (day: string): Date => new Date(`${day}T00:00:00+05:30`);
