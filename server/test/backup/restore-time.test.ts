import { expect, test } from 'vitest';
import { readConfig } from '#platform/config/index.ts';
import { readRestoreTime, showTime } from '#platform/embedded-backup/index.ts';

test.each([
  ['2026-11-22 14:00 IST', '2026-11-22T08:30:00.000Z'],
  ['2026-11-22 14:00', '2026-11-22T08:30:00.000Z'],
  ['2026-11-22 9:05:07', '2026-11-22T03:35:07.000Z'],
  ['2026-11-22T14:00:00+05:30', '2026-11-22T08:30:00.000Z'],
  ['2026-11-22T08:30:00.250Z', '2026-11-22T08:30:00.250Z'],
  ['2026-11-22 08:30 +00:00', '2026-11-22T08:30:00.000Z'],
])('reads %s', (text, at) => {
  expect(readRestoreTime(text).toISOString()).toBe(at);
});

test.each(['yesterday', '2026-02-30 10:00', '2026-11-22', '2026-11-22 25:00', '2026-11-22 14:00 EST', ''])(
  'refuses "%s" and shows the format',
  (text) => {
    expect(() => readRestoreTime(text)).toThrow(
      `"${text}" is no time. Write it like "2026-11-22 14:00 IST" or 2026-11-22T14:00:00+05:30.`,
    );
  },
);

test('shows a time so that it can be entered again', () => {
  const at = new Date('2026-11-22T08:30:05Z');
  expect(readRestoreTime(showTime(at))).toEqual(at);
});

test('refuses BACKUP_DIR with an external database', () => {
  expect(() => readConfig({ BACKUP_DIR: '/b', DATABASE_URL: 'postgres://h/d' })).toThrow(
    'BACKUP_DIR backs up the embedded database: with DATABASE_URL use pgBackRest, see docs/operating.md',
  );
});
