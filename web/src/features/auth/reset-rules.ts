import { PASSWORD_MIN_LENGTH } from '@muneem/contract/auth';
import { copy } from './auth.copy.ts';

/** Returns the error that blocks the two passwords, or undefined (document 000 §5). */
export function resetComplaint(newPassword: string, confirmPassword: string): string | undefined {
  if (newPassword !== confirmPassword) return copy.mismatch;
  if (newPassword.length < PASSWORD_MIN_LENGTH) return copy.tooShort;
  return undefined;
}
