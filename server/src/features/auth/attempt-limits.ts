import ipaddr from 'ipaddr.js';
import { AppError } from '#platform/app-error/index.ts';
import { keyedHash } from '#platform/crypto/index.ts';
import type { AuthDeps } from './auth-deps.ts';

const FIFTEEN_MINUTES_MS = 15 * 60_000;

/** Wrong passwords for one address from one network. Not for the address alone: a stranger could lock its owner out. */
export const passwordLimit = ({ authKey, clock }: AuthDeps, email: string, ip: string) => ({
  key: `auth.password:${keyedHash(authKey, email)}:${network(ip)}`,
  max: 10,
  windowMs: FIFTEEN_MINUTES_MS,
  now: clock.now(),
});

/**
 * Wrong codes of one administrator, over all codes. Codes exist only after a right password, but the documented call
 * names an address and no sign-in: while one waits, a stranger's guesses are counted here too.
 */
export const codeLimit = ({ clock }: AuthDeps, adminId: string) => ({
  key: `auth.code:${adminId}`,
  max: 10,
  windowMs: FIFTEEN_MINUTES_MS,
  now: clock.now(),
});

/** Asked-for codes of one address, known or not. */
export const resendLimit = ({ authKey, clock }: AuthDeps, email: string, windowMs: number) => ({
  key: `auth.resend:${keyedHash(authKey, email)}`,
  max: 1,
  windowMs,
  now: clock.now(),
});

/** Asked-for reset links of one address, known or not. Links that were sent stay good, so a flood locks nobody out. */
export const resetLimit = ({ authKey, clock }: AuthDeps, email: string) => ({
  key: `auth.reset:${keyedHash(authKey, email)}`,
  max: 3,
  windowMs: FIFTEEN_MINUTES_MS,
  now: clock.now(),
});

export const tooManyFailures = (waitS: number): AppError =>
  new AppError('rate_limited', {
    userMessage: `Too many failed attempts. Please try again in ${inWords(waitS)}.`,
    retryAfterS: waitS,
  });

export const askedTooOften = (waitS: number): AppError =>
  new AppError('rate_limited', {
    userMessage: `An email was requested a moment ago. Please try again in ${inWords(waitS)}.`,
    retryAfterS: waitS,
  });

function inWords(seconds: number): string {
  if (seconds <= 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return `${minutes} minutes`;
}

/** One sender: an IPv4 address, or the /64 that an IPv6 customer has to himself. */
function network(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv4' ? address.toString() : address.toByteArray().slice(0, 8).join('.');
}
