import { decodeBase32IgnorePadding } from '@oslojs/encoding';
import { generateHOTP } from '@oslojs/otp';

/** Computes the code of an authenticator app at an instant, or `steps` 30-second steps later. */
export const timeCode = (secret: string, at: Date, steps = 0): string =>
  generateHOTP(decodeBase32IgnorePadding(secret), BigInt(Math.floor(at.getTime() / 30_000) + steps), 6);
