import { PASSWORD_MIN_LENGTH } from '@muneem/contract/auth';
import { COPY } from './auth.copy.ts';

/** What keeps the two passwords from being sent, or undefined (document 000 §5). */
export function resetComplaint(newPassword: string, confirmPassword: string): string | undefined {
  if (newPassword !== confirmPassword) return COPY.mismatch;
  if (newPassword.length < PASSWORD_MIN_LENGTH) return COPY.tooShort;
  return undefined;
}
