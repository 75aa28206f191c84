import { describe, expect, it, test } from 'vitest';
import { dayPresets, daysBetween, dayText, readDay } from './days.ts';

describe('a date field', () => {
  it.each([
    ['21/11/2026', '2026-11-21'],
    ['1/2/2026', '2026-02-01'],
    [' 01-02-2026 ', '2026-02-01'],
    ['1.2.2026', '2026-02-01'],
    ['2026-11-21', '2026-11-21'],
    ['29/02/2028', '2028-02-29'],
  ])('reads %j', (text, day) => expect(readDay(text)).toBe(day));

  it.each(['31/02/2026', '29/02/2026', '11/21/2026', '21/11/26', '0/1/2026', '21/11', 'today', '2026-1-1', ''])(
    'refuses %j',
    (text) => expect(readDay(text)).toBeUndefined(),
  );

  it('shows the day first', () => {
    expect(dayText('2026-11-21')).toBe('21/11/2026');
    expect(dayText('')).toBe('');
  });
});

test('presets are calendar days with both ends included, also across months and years', () => {
  const presets = (today: string) =>
    Object.fromEntries(dayPresets(today).map(({ label, days }) => [label, [days.startDate, days.endDate]]));
  expect(presets('2026-03-01')).toEqual({
    Today: ['2026-03-01', '2026-03-01'],
    Yesterday: ['2026-02-28', '2026-02-28'],
    // 1 March 2026 is a Sunday.
    'This week': ['2026-02-23', '2026-03-01'],
    'Last 7 days': ['2026-02-23', '2026-03-01'],
    'This month': ['2026-03-01', '2026-03-01'],
    'Last month': ['2026-02-01', '2026-02-28'],
  });
  expect(presets('2027-01-04')).toMatchObject({
    'This week': ['2027-01-04', '2027-01-04'],
    'Last month': ['2026-12-01', '2026-12-31'],
  });
});

test('a range contains each day once', () => {
  expect(daysBetween('2026-02-27', '2026-03-02')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
  expect(daysBetween('2026-02-27', '2026-02-27')).toEqual(['2026-02-27']);
});
