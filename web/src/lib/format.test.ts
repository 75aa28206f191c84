import { describe, expect, it } from 'vitest';
import {
  formatCoins,
  formatCount,
  formatDate,
  formatDateTime,
  formatDayLong,
  formatDayShort,
  formatDuration,
  formatExactTime,
  formatNoun,
  formatPercent,
  formatRelative,
  formatRupees,
  formatTime,
  kolkataDay,
} from './format.ts';

describe('amounts', () => {
  it('groups rupees the Indian way, with two decimals', () => {
    expect(formatRupees(123456)).toBe('₹1,23,456.00');
    expect(formatRupees(0.5)).toBe('₹0.50');
    expect(formatRupees(-12)).toBe('-₹12.00');
    expect(formatRupees(10_00_00_000)).toBe('₹10,00,00,000.00');
  });
  it('says coins with their word', () => {
    expect(formatCoins(1)).toBe('1 coin');
    expect(formatCoins(0)).toBe('0 coins');
    expect(formatCoins(150000)).toBe('1,50,000 coins');
    expect(formatNoun(2, 'user', 'users')).toBe('2 users');
  });
  it('shows a dash where there is no number', () => {
    expect([formatRupees(undefined), formatCount(null), formatCoins(undefined), formatPercent(Number.NaN)]).toEqual([
      '–',
      '–',
      '–',
      '–',
    ]);
  });
  it('shows shares as percent', () => {
    expect([formatPercent(0.4), formatPercent(0.9995), formatPercent(0)]).toEqual(['40%', '100%', '0%']);
  });
});

/** Numbers and moments of every size, the same in each run. */
function* spread(count: number): Generator<number> {
  for (let state = 1, made = 0; made < count; made += 1) {
    state = (state * 48_271) % 2_147_483_647;
    yield state / 2_147_483_647;
  }
}

describe('what is written without Intl', () => {
  const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');
  const inKolkata = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', ...options });

  it('is what Intl writes of a number', () => {
    const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });
    const currency = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
    for (const part of spread(2_000)) {
      const count = Math.floor(10 ** (part * 15));
      const rupees = (Math.round(10 ** (part * 14)) / 100) * (count % 2 === 0 ? 1 : -1);
      const unrounded = 10 ** (part * 8) / 7;
      expect(formatCount(count)).toBe(whole.format(count));
      for (const amount of [rupees, unrounded]) expect(formatRupees(amount)).toBe(currency.format(amount));
    }
    for (const amount of [0, 1.005, 0.1 + 0.2, 0.005, 999.995, 1e-7, 1e13, 1.5e21, 99_999.999])
      expect(formatRupees(amount)).toBe(currency.format(amount));
    expect(formatRupees(-0.001)).toBe('₹0.00');
  });

  it('is what Intl writes of a moment, in each month and at each hour', () => {
    const date = inKolkata({ day: '2-digit', month: 'short', year: 'numeric' });
    const clock = inKolkata({ hour: 'numeric', minute: '2-digit', hour12: true });
    const seconds = inKolkata({ hour: 'numeric', minute: '2-digit', second: '2-digit', hour12: true });
    const weekday = inKolkata({ weekday: 'short' });
    const short = inKolkata({ day: 'numeric', month: 'short' });
    const day = new Intl.DateTimeFormat('en-CA', {
      timeZone: 'Asia/Kolkata',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    for (const part of spread(2_000)) {
      const at = new Date(Math.floor(part * 4_000_000_000_000));
      expect(formatDate(at)).toBe(date.format(at));
      expect(formatDateTime(at)).toBe(plain(`${date.format(at)}, ${clock.format(at)}`));
      expect(formatTime(at)).toBe(plain(seconds.format(at)));
      expect(kolkataDay(at)).toBe(day.format(at));
      expect(formatDayLong(kolkataDay(at))).toBe(`${weekday.format(at)}, ${date.format(at)}`);
      expect(formatDayShort(kolkataDay(at))).toBe(short.format(at));
      expect(formatExactTime(at)).toBe(`${formatDayLong(kolkataDay(at))}, ${formatTime(at)} IST (UTC+05:30)`);
    }
  });
});

describe('times', () => {
  const lateEvening = '2026-11-20T20:15:05.000Z'; // 21 Nov, 01:45:05 in Kolkata

  it('cuts the day in Asia/Kolkata whatever the zone of the machine', () => {
    expect(formatDate(lateEvening)).toBe('21 Nov 2026');
    expect(kolkataDay(new Date(lateEvening))).toBe('2026-11-21');
    expect(kolkataDay(new Date('2026-11-20T18:29:59.999Z'))).toBe('2026-11-20');
  });
  it('gives the minute in the row and the second with the zone on hover', () => {
    expect(formatDateTime(lateEvening)).toBe('21 Nov 2026, 1:45 am');
    expect(formatExactTime(lateEvening)).toBe('Sat, 21 Nov 2026, 1:45:05 am IST (UTC+05:30)');
  });
  it('shows a dash for a missing or unreadable time', () => {
    expect([formatDate(''), formatDateTime('soon'), formatExactTime(null)]).toEqual(['–', '–', '–']);
  });
  it('says how long ago in the largest full unit', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    expect(formatRelative('2026-11-21T11:59:30Z', now)).toBe('just now');
    expect(formatRelative('2026-11-21T11:55:00Z', now)).toBe('5 minutes ago');
    expect(formatRelative('2026-11-20T11:00:00Z', now)).toBe('yesterday');
    expect(formatRelative('2026-11-21T14:00:00Z', now)).toBe('in 2 hours');
  });
  it('scales durations', () => {
    expect([formatDuration(849.6), formatDuration(2449), formatDuration(185_000), formatDuration(120_000)]).toEqual([
      '850 ms',
      '2.4 s',
      '3 min 5 s',
      '2 min',
    ]);
  });
});
