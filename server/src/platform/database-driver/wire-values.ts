import { storable } from './storable-text.ts';

/** A value as PostgreSQL reads it in text format; null for NULL. Arrays become array literals. */
export function toWire(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return storable(value);
  if (Array.isArray(value)) return arrayLiteral(value);
  if (value instanceof Date) return timeText(value);
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (typeof value === 'object') return storable(JSON.stringify(value));
  return String(value);
}

/** Caches the last formatted time, because many rows of a batch have the same time. */
let written = { ms: NaN, text: '' };

function timeText(at: Date): string {
  const ms = at.getTime();
  if (ms !== written.ms) written = { ms, text: withEra(at.toISOString()) };
  return written.text;
}

/** The first day of year 1 in Asia/Kolkata starts in year 0 of ISO 8601, which PostgreSQL calls 1 BC. */
const withEra = (iso: string): string => (iso.startsWith('0000') ? `0001${iso.slice(4)} BC` : iso);

/** Needs no quotes in an array literal (and is not the word NULL). */
const PLAIN = /^(?!null$)[\w:.-]+$/i;
const TO_ESCAPE = /["\\]/g;

function arrayLiteral(values: readonly unknown[]): string {
  let literal = '{';
  for (let i = 0; i < values.length; i += 1) {
    if (i > 0) literal += ',';
    const value = values[i];
    if (typeof value === 'number') literal += String(value);
    else if (Array.isArray(value)) literal += arrayLiteral(value);
    else if (Buffer.isBuffer(value)) literal += `"\\\\x${value.toString('hex')}"`;
    else literal += quoted(toWire(value) as string | null);
  }
  return `${literal}}`;
}

const quoted = (text: string | null): string => {
  if (text === null) return 'NULL';
  return PLAIN.test(text) ? text : `"${text.replace(TO_ESCAPE, '\\$&')}"`;
};
