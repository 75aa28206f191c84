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

/** Later years need a sign in ISO 8601, which PostgreSQL refuses. */
const LATEST_MS = Date.UTC(9999, 11, 31);

let lastMs = -1;
let time = '';
let high = 0;
let low = 0;

/** Random bytes are drawn in bulk: one call per id would cost more than the rest of it. */
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
 * Creates a ULID (26 characters), time-ordered also within a millisecond and unique in the cluster.
 * Unpredictable: within a millisecond it increases by a random step of 40 bits.
 */
export function newUlid(at: Date): string {
  const ms = at.getTime();
  if (ms > lastMs) {
    lastMs = ms;
    time = encodeTime(ms);
    // The top bit stays 0, so that increments within the millisecond never overflow.
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

/** For tests that share a process: lets the next id have an earlier time than the last one. */
export function resetLastId(): void {
  lastMs = -1;
}

function encodeTime(ms: number): string {
  if (!(ms >= 0 && ms < 2 ** 48)) throw new RangeError(`an id cannot contain the time ${ms}`);
  return encodeHalf(Math.floor(ms / 1024)) + (PAIRS[ms % 1024] as string);
}

/** Encodes 40 bits in eight digits. */
function encodeHalf(half: number): string {
  const upper = Math.floor(half / 2 ** 20);
  const lower = half % 2 ** 20;
  return `${PAIRS[upper >> 10]}${PAIRS[upper & 1023]}${PAIRS[lower >> 10]}${PAIRS[lower & 1023]}`;
}

/** Returns an id like `wdr_01J…`, with a three-letter prefix for its kind. */
export const newId = (prefix: string, at: Date): string => `${prefix}_${newUlid(at)}`;

/** Returns the first ULID of an instant, as a bound for ids by time. */
export const lowestUlid = (at: Date): string => encodeTime(at.getTime()).padEnd(ULID_LENGTH, '0');

/** Returns the instant in a ULID (for a click, its `created_at` and partition). Null if invalid or after 9999. */
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
