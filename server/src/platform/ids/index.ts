import { randomBytes } from 'node:crypto';
import { decodeTime, monotonicFactory } from 'ulid';

const nextUlid = monotonicFactory(() => randomBytes(1).readUInt8(0) / 256);

/** 26 characters of Crockford base32, time-ordered, unique in the cluster. */
export const newUlid = (at: Date): string => nextUlid(at.getTime());

/** `wdr_01J…`: a prefix of three letters that says what the id names. */
export const newId = (prefix: string, at: Date): string => `${prefix}_${newUlid(at)}`;

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** The instant in a ULID (a click's `created_at`, so that its partition is known), or null when `text` is none. */
export function timeOfUlid(text: string): Date | null {
  return ULID.test(text) ? new Date(decodeTime(text)) : null;
}
