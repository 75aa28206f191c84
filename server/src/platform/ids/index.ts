import { randomFillSync } from 'node:crypto';
import { decodeTime, encodeTime, monotonicFactory } from 'ulid';

/** Random bytes are drawn many at once: a call for each costs more than all the rest of an id. */
const pool = Buffer.alloc(4096);
let used = pool.length;
const randomByte = (): number => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  return pool.readUInt8(used++);
};

const nextUlid = monotonicFactory(() => randomByte() / 256);

/** 26 characters of Crockford base32, time-ordered, unique in the cluster. */
export const newUlid = (at: Date): string => nextUlid(at.getTime());

/** `wdr_01J…`: a prefix of three letters that says what the id names. */
export const newId = (prefix: string, at: Date): string => `${prefix}_${newUlid(at)}`;

/** The first ULID of an instant: a bound for ids by their time. */
export const lowestUlid = (at: Date): string => encodeTime(at.getTime()).padEnd(26, '0');

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** The instant in a ULID (a click's `created_at`, so that its partition is known), or null when `text` is none. */
export function timeOfUlid(text: string): Date | null {
  return ULID.test(text) ? new Date(decodeTime(text)) : null;
}
