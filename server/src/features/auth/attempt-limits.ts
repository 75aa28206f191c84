import { isIPv4 } from 'node:net';
import { AppError } from '#platform/app-error/index.ts';
import { DAY_MS } from '#platform/clock/index.ts';
import { keyedHash } from '#platform/crypto/index.ts';
import { networkOf } from '#platform/http/index.ts';
import type { AuthDependencies } from './auth-dependencies.ts';

const FIFTEEN_MINUTES_MS = 15 * 60_000;

type Limits = Pick<AuthDependencies, 'authKey' | 'clock'>;

export type AttemptLimit = ReturnType<typeof limitOf>;

const limitOf = ({ clock }: Pick<Limits, 'clock'>, key: string, max: number, windowMs = FIFTEEN_MINUTES_MS) => ({
  key: `auth.${key}`,
  max,
  windowMs,
  now: clock.now(),
});

/**
 * Limits wrong passwords per email address and network (IPv4 address or IPv6 /56).
 * Not per email address alone, because a stranger could then lock its owner out.
 */
export const passwordLimit = (given: Limits, email: string, ip: string) =>
  limitOf(given, `password:${keyedHash(given.authKey, email)}:${networkOf(ip)}`, 10);

/** Limits wrong codes per admin, over all codes. */
export const codeLimit = (given: Limits, adminId: string) => limitOf(given, `code:${adminId}`, 10);

/**
 * Limits wrong codes from another network than the password's. The documented call has no sign-in id, so strangers can
 * guess too, but they can use up only this part.
 */
export const foreignCodeLimit = (given: Limits, adminId: string) => limitOf(given, `code-elsewhere:${adminId}`, 4);

/** Limits wrong codes of an app in a day. Beyond it the owner gets a mail: each was entered after the right password. */
export const appCodeLimit = (given: Pick<Limits, 'clock'>, adminId: string) =>
  limitOf(given, `app-codes:${adminId}`, 9, DAY_MS);

/** Limits these mails to one a day. */
export const appCodeMailLimit = (given: Pick<Limits, 'clock'>, adminId: string) =>
  limitOf(given, `app-codes-mail:${adminId}`, 1, DAY_MS);

/** Limits wrong passwords and codes per signed-in admin, over all actions that ask for them. */
export const authenticatorLimit = (given: Pick<Limits, 'clock'>, adminId: string) =>
  limitOf(given, `authenticator:${adminId}`, 5);

/** Accepts a logout token once. Kept for longer than the token is valid. */
export const logoutTokenLimit = (given: Pick<Limits, 'clock'>, tokenHash: string) =>
  limitOf(given, `logout-token:${tokenHash}`, 1);

/** Limits requested codes per email address and network, so other people's requests do not delay the owner. */
export const resendLimit = (given: Limits, email: string, ip: string, windowMs: number) =>
  limitOf(given, `resend:${keyedHash(given.authKey, email)}:${homeNetwork(ip)}`, 1, windowMs);

/** Limits requested reset links per email address and network, known or not. */
export const resetLimit = (given: Limits, email: string, ip: string) =>
  limitOf(given, `reset:${keyedHash(given.authKey, email)}:${homeNetwork(ip)}`, 3);

/** Limits reset links mailed to one address. A link outlives the 15 minutes, so the owner always has a valid one. */
export const resetMailLimit = (given: Limits, email: string) =>
  limitOf(given, `reset-mail:${keyedHash(given.authKey, email)}`, 5);

export const tooManyFailures = (waitS: number): AppError =>
  new AppError('rate_limited', `Too many failed attempts. Please try again in ${inWords(waitS)}.`, {
    retryAfterS: waitS,
  });

export const askedTooOften = (waitS: number): AppError =>
  new AppError('rate_limited', `An email was requested a moment ago. Please try again in ${inWords(waitS)}.`, {
    retryAfterS: waitS,
  });

function inWords(seconds: number): string {
  if (seconds <= 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return `${minutes} minutes`;
}

/**
 * Returns the network of a sign-in: the IPv4 /24 or IPv6 /56.
 * A provider may change the address between two calls; few strangers share the network.
 */
export function homeNetwork(ip: string): string {
  const network = networkOf(ip);
  return isIPv4(network) ? network.replace(/\.\d+$/, '') : network;
}
