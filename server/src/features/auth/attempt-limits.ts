import ipaddr from 'ipaddr.js';
import { AppError } from '#platform/app-error/index.ts';
import { keyedHash } from '#platform/crypto/index.ts';
import { networkOf } from '#platform/http/index.ts';
import type { AuthDeps } from './auth-deps.ts';

const FIFTEEN_MINUTES_MS = 15 * 60_000;

/**
 * Wrong passwords for one address from one line: an IPv4 address, or the /56 that a household has. Not for the address
 * alone: a stranger could lock its owner out.
 */
export const passwordLimit = ({ authKey, clock }: AuthDeps, email: string, ip: string) => ({
  key: `auth.password:${keyedHash(authKey, email)}:${ipaddr.IPv4.isValid(networkOf(ip)) ? networkOf(ip) : homeNetwork(ip)}`,
  max: 10,
  windowMs: FIFTEEN_MINUTES_MS,
  now: clock.now(),
});

/** Wrong codes of one administrator, over all codes. */
export const codeLimit = ({ clock }: AuthDeps, adminId: string) => ({
  key: `auth.code:${adminId}`,
  max: 10,
  windowMs: FIFTEEN_MINUTES_MS,
  now: clock.now(),
});

/**
 * Those of them that came from another network than the password. The documented call names an address and no sign-in,
 * so a stranger's guesses count too: they may use up this part, never the rest.
 */
export const foreignCodeLimit = ({ clock }: AuthDeps, adminId: string) => ({
  key: `auth.code-elsewhere:${adminId}`,
  max: 4,
  windowMs: FIFTEEN_MINUTES_MS,
  now: clock.now(),
});

/**
 * Wrong passwords and codes of somebody who is signed in, together: for their own account, for changes of administrators,
 * and for showing the payout key.
 */
export const authenticatorLimit = ({ clock }: Pick<AuthDeps, 'clock'>, adminId: string) => ({
  key: `auth.authenticator:${adminId}`,
  max: 5,
  windowMs: FIFTEEN_MINUTES_MS,
  now: clock.now(),
});

/** Asked-for codes of one address, known or not, from one network: somebody else's asking holds nobody up. */
export const resendLimit = ({ authKey, clock }: AuthDeps, email: string, ip: string, windowMs: number) => ({
  key: `auth.resend:${keyedHash(authKey, email)}:${homeNetwork(ip)}`,
  max: 1,
  windowMs,
  now: clock.now(),
});

/** Asked-for reset links of one address, known or not, from one network. */
export const resetLimit = ({ authKey, clock }: AuthDeps, email: string, ip: string) => ({
  key: `auth.reset:${keyedHash(authKey, email)}:${homeNetwork(ip)}`,
  max: 3,
  windowMs: FIFTEEN_MINUTES_MS,
  now: clock.now(),
});

/** Reset links mailed to one address, whoever asked. They hold longer than this window, so its owner always has one. */
export const resetMailLimit = ({ authKey, clock }: AuthDeps, email: string) => ({
  key: `auth.reset-mail:${keyedHash(authKey, email)}`,
  max: 5,
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

/**
 * Where somebody signs in from: the /24 of an IPv4 address, the /56 of an IPv6 one. Wide enough for a provider that
 * changes an address between two calls, far from wide enough to hold a stranger.
 */
export function homeNetwork(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  const bytes = address.toByteArray();
  return address.kind() === 'ipv4' ? `v4:${bytes.slice(0, 3).join('.')}` : `v6:${bytes.slice(0, 7).join('.')}`;
}
