import { randomFillSync } from 'node:crypto';

/** Crockford's base 32: no I, L, O, U. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const PAIRS = Array.from({ length: 1024 }, (_, value) => `${DIGITS[value >> 5]}${DIGITS[value & 31]}`);
const VALUES = new Int8Array(128).fill(-1);
for (let value = 0; value < DIGITS.length; value += 1) VALUES[DIGITS.charCodeAt(value)] = value;

const TIME_DIGITS = 10;
const ULID_LENGTH = 26;
/** Half of an id's 80 random bits. */
const HALF = 2 ** 40;

/** A later year needs a sign in ISO 8601, and PostgreSQL refuses it. */
const LATEST_MS = Date.UTC(9999, 11, 31);

let lastMs = -1;
let time = '';
let high = 0;
let low = 0;

/** Random bytes are drawn many at once: a call for each costs more than all the rest of an id. */
const pool = Buffer.alloc(4000);
let used = pool.length;
function randomHalf(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 5;
  return pool.readUIntBE(used - 5, 5);
}

/**
 * 26 characters of Crockford base32 (ULID), time-ordered also within a millisecond, unique in the cluster. From one id
 * nobody can tell the next: within a millisecond they go up by steps of 40 random bits.
 */
export function newUlid(at: Date): string {
  const ms = at.getTime();
  if (ms > lastMs) {
    lastMs = ms;
    time = encodeTime(ms);
    // The first bit stays free, so that counting up within the millisecond never overflows.
    high = randomHalf() % (HALF / 2);
    low = randomHalf();
  } else {
    low += 1 + randomHalf();
    if (low >= HALF) {
      low -= HALF;
      high += 1;
    }
  }
  return time + encodeHalf(high) + encodeHalf(low);
}

function encodeTime(ms: number): string {
  if (!(ms >= 0 && ms < 2 ** 48)) throw new RangeError(`no id can hold the time ${ms}`);
  return encodeHalf(Math.floor(ms / 1024)) + (PAIRS[ms % 1024] as string);
}

/** 40 bits in eight digits. */
function encodeHalf(half: number): string {
  const upper = Math.floor(half / 2 ** 20);
  const lower = half % 2 ** 20;
  return `${PAIRS[upper >> 10]}${PAIRS[upper & 1023]}${PAIRS[lower >> 10]}${PAIRS[lower & 1023]}`;
}

/** `wdr_01J…`: a prefix of three letters that says what the id names. */
export const newId = (prefix: string, at: Date): string => `${prefix}_${newUlid(at)}`;

/** The first ULID of an instant: a bound for ids by their time. */
export const lowestUlid = (at: Date): string => encodeTime(at.getTime()).padEnd(ULID_LENGTH, '0');

/** The instant in a ULID (a click's `created_at`, so that its partition is known); null for no ULID or a year after 9999. */
export function timeOfUlid(text: string): Date | null {
  if (text.length !== ULID_LENGTH || text.charCodeAt(0) > 55) return null;
  let ms = 0;
  for (let at = 0; at < ULID_LENGTH; at += 1) {
    const value = VALUES[text.charCodeAt(at)] ?? -1;
    if (value < 0) return null;
    if (at < TIME_DIGITS) ms = ms * 32 + value;
  }
  return ms <= LATEST_MS ? new Date(ms) : null;
}
