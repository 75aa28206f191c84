import { decodeBase32IgnorePadding, encodeBase32NoPadding } from '@oslojs/encoding';
import { createTOTPKeyURI, verifyHOTP } from '@oslojs/otp';
import { OTP_DIGITS } from '@muneem/contract/auth';
import { randomBytes } from 'node:crypto';

/** Parameters that every authenticator app supports: SHA-1, 30 seconds, 6 digits (RFC 6238). */
const STEP_S = 30;
const SECRET_BYTES = 20;
/** Allows one step of clock skew. */
const DRIFT_STEPS = [0, -1, 1];

export const newTimeSecret = (): string => encodeBase32NoPadding(randomBytes(SECRET_BYTES));

/** Returns the content of the QR code. */
export const timeSecretUri = (issuer: string, account: string, secret: string): string =>
  createTOTPKeyURI(issuer, account, decodeBase32IgnorePadding(secret), STEP_S, OTP_DIGITS);

/** @returns the code's time step, if it is after `lastStep`. Undefined for a wrong or used code */
export function stepOfCode(secret: string, code: string, now: Date, lastStep: number): number | undefined {
  const key = decodeBase32IgnorePadding(secret);
  const current = Math.floor(now.getTime() / 1000 / STEP_S);
  return DRIFT_STEPS.map((drift) => current + drift).find(
    (step) => step > lastStep && verifyHOTP(key, BigInt(step), OTP_DIGITS, code),
  );
}
