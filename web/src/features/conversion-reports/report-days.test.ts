import { expect, test } from 'vitest';
import { daysBetween, presetDays } from './report-days.ts';

test('presets are calendar days with both ends included, also across months', () => {
  expect(presetDays('today', '2026-03-01')).toEqual({ startDate: '2026-03-01', endDate: '2026-03-01' });
  expect(presetDays('yesterday', '2026-03-01')).toEqual({ startDate: '2026-02-28', endDate: '2026-02-28' });
  expect(presetDays('last7', '2026-03-01')).toEqual({ startDate: '2026-02-23', endDate: '2026-03-01' });
  expect(presetDays('month', '2026-03-31')).toEqual({ startDate: '2026-03-01', endDate: '2026-03-31' });
});

test('a range contains each day once', () => {
  expect(daysBetween('2026-02-27', '2026-03-02')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
  expect(daysBetween('2026-02-27', '2026-02-27')).toEqual(['2026-02-27']);
});
