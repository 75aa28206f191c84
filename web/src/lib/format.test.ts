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
  // covers 000-1.2 000-9.10 001-1.7
  it('formats rupees with Indian grouping and two decimals', () => {
    expect(formatRupees(123456)).toBe('₹1,23,456.00');
    expect(formatRupees(0.5)).toBe('₹0.50');
    expect(formatRupees(-12)).toBe('-₹12.00');
    expect(formatRupees(10_00_00_000)).toBe('₹10,00,00,000.00');
    expect([formatRupees(1.005), formatRupees(-0.001)]).toEqual(['₹1.01', '₹0.00']);
  });
  // covers 000-1.2 000-9.10 001-1.7
  it('adds the word "coins"', () => {
    expect(formatCoins(1)).toBe('1 coin');
    expect(formatCoins(0)).toBe('0 coins');
    expect(formatCoins(150000)).toBe('1,50,000 coins');
    expect(formatNoun(2, 'user', 'users')).toBe('2 users');
  });
  it('groups counts as Intl does', () => {
    const intl = new Intl.NumberFormat('en-IN');
    for (const count of [0, 7, -7, 999, 1000, -1000, 99_999, 100_000, 1_234_567, -12_345_678, Number.MAX_SAFE_INTEGER])
      expect(formatCount(count)).toBe(intl.format(count));
  });
  it('shows a dash for a missing number', () => {
    expect([formatRupees(undefined), formatCount(null), formatCoins(undefined), formatPercent(Number.NaN)]).toEqual([
      '–',
      '–',
      '–',
      '–',
    ]);
  });
  it('formats shares as percent', () => {
    expect([formatPercent(0.4), formatPercent(0.9995), formatPercent(0)]).toEqual(['40%', '100%', '0%']);
  });
});

describe('times', () => {
  const lateEvening = '2026-11-20T20:15:05.000Z'; // 21 Nov, 01:45:05 in Kolkata

  // covers 000-9.10
  it('uses the Asia/Kolkata day in every machine time zone', () => {
    expect(formatDate(lateEvening)).toBe('21 Nov 2026');
    expect(kolkataDay(new Date(lateEvening))).toBe('2026-11-21');
    expect(kolkataDay(new Date('2026-11-20T18:29:59.999Z'))).toBe('2026-11-20');
  });
  it('shows the minute in the row, and the second with the zone on hover', () => {
    expect(formatDateTime(lateEvening)).toBe('21 Nov 2026, 1:45 am');
    expect(formatExactTime(lateEvening)).toBe('Sat, 21 Nov 2026, 1:45:05 am IST (UTC+05:30)');
  });
  it('formats days of a chart and of a drill-down', () => {
    expect([formatDayShort('2026-11-01'), formatDayLong('2026-09-06')]).toEqual(['1 Nov', 'Sun, 06 Sept 2026']);
    expect(formatTime(lateEvening)).toBe('1:45:05 am');
  });
  it('formats times as Intl does in each hour and month', () => {
    const intl = new Intl.DateTimeFormat('en-IN', {
      timeZone: 'Asia/Kolkata',
      weekday: 'short',
      day: '2-digit',
      month: 'short',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      second: '2-digit',
      hour12: true,
    });
    for (let hour = 0; hour < 24; hour += 1)
      for (let month = 1; month <= 12; month += 1) {
        const at = new Date(Date.UTC(2024, month, 29, hour, 31, hour));
        // With a weekday, Intl puts a second comma before the year.
        const words = (text: string): string[] => text.split(/[\s,]+/);
        expect(words(formatExactTime(at))).toEqual([...words(intl.format(at)), 'IST', '(UTC+05:30)']);
      }
  });
  it('shows a dash for a missing or unreadable time', () => {
    expect([formatDate(''), formatDateTime('soon'), formatExactTime(null)]).toEqual(['–', '–', '–']);
  });
  it('formats relative times in the largest full unit', () => {
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
