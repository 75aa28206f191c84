import { PASSWORD_MIN_LENGTH } from '@muneem/contract/auth';
import { COPY } from './auth.copy.ts';

/** Returns the error that blocks the two passwords, or undefined (document 000 §5). */
export function resetComplaint(newPassword: string, confirmPassword: string): string | undefined {
  if (newPassword !== confirmPassword) return COPY.mismatch;
  if (newPassword.length < PASSWORD_MIN_LENGTH) return COPY.tooShort;
  return undefined;
}
