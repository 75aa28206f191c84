import { decodeBase32IgnorePadding } from '@oslojs/encoding';
import { generateHOTP } from '@oslojs/otp';

/** What an authenticator app shows at an instant. */
export const timeCode = (secret: string, at: Date, steps = 0): string =>
  generateHOTP(decodeBase32IgnorePadding(secret), BigInt(Math.floor(at.getTime() / 30_000) + steps), 6);
