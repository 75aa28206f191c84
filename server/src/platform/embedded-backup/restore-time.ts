import { kolkataSecond } from '#platform/clock/index.ts';
import { BackupError } from './manifest.ts';

const TIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?) ?(?:IST|(Z|[+-]\d{2}:?\d{2}))?$/i;
const KOLKATA = '+05:30';

/** Reads the time of `--at`. A time without an offset is in Asia/Kolkata. @throws BackupError */
export function readRestoreTime(text: string): Date {
  const [, day, time, offset = KOLKATA] = TIME.exec(text) ?? [];
  const at = new Date(`${day}T${time?.replace(/^\d:/, '0$&')}${offset}`);
  // JavaScript accepts 30 February as 1 March.
  const isReal = day !== undefined && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
  if (Number.isNaN(at.getTime()) || !isReal)
    throw new BackupError(`"${text}" is no time. Write it like "2026-11-22 14:00 IST" or 2026-11-22T14:00:00+05:30.`);
  return at;
}

/** Writes a time so that `--at` accepts it. */
export const showTime = (at: Date): string => `${kolkataSecond(at)} IST`;
