import { groupDigits } from '@muneem/contract/money';

// The house's display formats: en-IN digits, Asia/Kolkata times. Pure; every screen prints through these.

/** Shown where there is nothing to show. */
export const NOTHING = '–';

const LOCALE = 'en-IN';
/** India has had one offset since 1945 and no summer time. */
const OFFSET_MS = 19_800_000;
const OFFSET = 'IST (UTC+05:30)';
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'] as const;
/** From here on a rupee's second decimal is no longer exact in a number. */
const MOST_EXACT_RUPEES = 1e13;

// What stands in every table is written here and not by Intl: the first of its formats costs 8 ms of a fast processor, which
// are a twentieth of the first picture. The tests compare both. The rest is made when it is first asked for.
const longRupees = once(() => new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'INR' }));
const shortRupees = once(
  () =>
    new Intl.NumberFormat(LOCALE, {
      style: 'currency',
      currency: 'INR',
      notation: 'compact',
      maximumFractionDigits: 1,
    }),
);
const shortCount = once(() => new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 }));
const percent = once(() => new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 }));
const relative = once(() => new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' }));

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

type Moment = string | Date | null | undefined;

function instant(moment: Moment): Date | undefined {
  if (moment === null || moment === undefined || moment === '') return undefined;
  const at = typeof moment === 'string' ? new Date(moment) : moment;
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** ₹1,23,456.00 from rupees as they are on the wire. */
export const formatRupees = (amount: number | null | undefined): string =>
  amount === null || amount === undefined || !Number.isFinite(amount) ? NOTHING : rupees(amount);

function rupees(amount: number): string {
  const positive = Math.abs(amount);
  if (positive >= MOST_EXACT_RUPEES) return longRupees().format(amount);
  // Through the decimal digits, so that 1.005 is no 1.00499999999999989 while it is rounded.
  const paise = positive < 1e-6 ? 0 : Math.round(Number(`${positive}e2`));
  const text = `₹${groupDigits(Math.floor(paise / 100))}.${two(paise % 100)}`;
  return amount < 0 && paise > 0 ? `-${text}` : text;
}

/** ₹1.2L: beside the axis of a chart, never where somebody decides. */
export const formatRupeesShort = (amount: number): string => shortRupees().format(amount);

/** 1.2L: beside the axis of a chart. */
export const formatCountShort = (count: number): string => shortCount().format(count);

/** 1,23,456 */
export const formatCount = (count: number | null | undefined): string =>
  count === null || count === undefined || !Number.isFinite(count) ? NOTHING : groupDigits(count);

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
export function formatDate(moment: Moment): string {
  const at = inKolkata(moment);
  return at ? dateOf(at) : NOTHING;
}

/** A calendar day of Asia/Kolkata in full: Sat, 21 Nov 2026. */
export const formatDayLong = (day: string): string => longDateOf(startOf(day));

/** 21 Nov: below the axis of a chart. */
export function formatDayShort(day: string): string {
  const at = startOf(day);
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]}`;
}

/** 21 Nov 2026, 10:26 am */
export function formatDateTime(moment: Moment): string {
  const at = inKolkata(moment);
  return at ? `${dateOf(at)}, ${clockOf(at, '')}` : NOTHING;
}

/** 10:26:48 am */
export function formatTime(moment: Moment): string {
  const at = inKolkata(moment);
  return at ? clockOf(at, `:${two(at.getUTCSeconds())}`) : NOTHING;
}

/** Sat, 21 Nov 2026, 10:26:48 am IST (UTC+05:30) */
export function formatExactTime(moment: Moment): string {
  const at = inKolkata(moment);
  return at ? `${longDateOf(at)}, ${formatTime(moment)} ${OFFSET}` : NOTHING;
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

/** The calendar day in Asia/Kolkata, 2026-11-21: what date inputs and the wire use. */
export const kolkataDay = (moment: Date): string => shifted(moment).toISOString().slice(0, 10);

/** The moment on the clock of Asia/Kolkata, to be read by the UTC getters. */
const shifted = (at: Date): Date => new Date(at.getTime() + OFFSET_MS);

function inKolkata(moment: Moment): Date | undefined {
  const at = instant(moment);
  return at && shifted(at);
}

const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

const two = (number: number): string => String(number).padStart(2, '0');

const dateOf = (at: Date): string => `${two(at.getUTCDate())} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;

const longDateOf = (at: Date): string => `${WEEKDAYS[at.getUTCDay()]}, ${dateOf(at)}`;

function clockOf(at: Date, seconds: string): string {
  const hour = at.getUTCHours();
  return `${hour % 12 === 0 ? 12 : hour % 12}:${two(at.getUTCMinutes())}${seconds} ${hour < 12 ? 'am' : 'pm'}`;
}
