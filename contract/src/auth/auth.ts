import * as z from '#schema';
import { ROLES } from '../rights/index.ts';

/** Digits of a one-time code (document 000 §9). */
export const OTP_DIGITS = 6;
/** Life of a one-time code. */
export const OTP_LIFE_MS = 5 * 60_000;
/** Maximum guesses for one code. */
export const OTP_MAX_ATTEMPTS = 5;
/** Maximum guesses from networks other than the one of the password. */
export const OTP_MAX_FOREIGN_ATTEMPTS = 2;
/** Minimum time between two mailed codes (document 000 §9). */
export const OTP_RESEND_AFTER_MS = 60_000;
/** Life of a remembered session after its last check (document 000 §9: 15 days). */
export const REMEMBERED_SESSION_LIFE_MS = 1_296_000_000;
/** Life of any other session after its last check. */
export const SESSION_LIFE_MS = 12 * 3_600_000;
/** Life of a reset link. */
export const RESET_LINK_LIFE_MS = 30 * 60_000;
export const PASSWORD_MIN_LENGTH = 6;
export const PASSWORD_MAX_LENGTH = 256;
const EMAIL_MAX_LENGTH = 254;

/** The answer after a code was mailed. The client then shows the code step (document 000 §4). */
export const OTP_SENT_TEXT = 'OTP sent to your email';
export const PASSWORD_TOO_SHORT_TEXT = `Password must be at least ${PASSWORD_MIN_LENGTH} characters long`;
export const INVALID_RESET_LINK_TEXT = 'Invalid reset link. Please request a new password reset.';

/** An admin as answers show it. */
export const adminView = z.object({ id: z.string(), email: z.string(), name: z.string(), role: z.enum(ROLES) });
export type AdminView = z.infer<typeof adminView>;

/** An email address as it is stored and compared: trimmed, in lower case. */
export const emailField = z
  .string('Please enter your email address.')
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, 'Please enter your email address.'),
    z.maxLength(EMAIL_MAX_LENGTH, 'This email address is too long.'),
    z.email('Please enter a valid email address.'),
  );

/** A new password. */
export const newPasswordField = z
  .string(PASSWORD_TOO_SHORT_TEXT)
  .check(
    z.minLength(PASSWORD_MIN_LENGTH, PASSWORD_TOO_SHORT_TEXT),
    z.maxLength(PASSWORD_MAX_LENGTH, `Password must be at most ${PASSWORD_MAX_LENGTH} characters long`),
  );

/** The signed-in admin's password, entered again. */
export const ownPasswordField = z
  .string('Please enter your password.')
  .check(z.minLength(1, 'Please enter your password.'), z.maxLength(PASSWORD_MAX_LENGTH, 'This password is too long.'));

export const otpField = z
  .string('Please enter the 6-digit code.')
  .check(z.trim(), z.regex(/^\d{6}$/, 'Please enter the 6-digit code.'));

/** The answer to a right password if the code comes from an authenticator app. */
export const AUTHENTICATOR_ASKED_TEXT = 'Enter the code of your authenticator app';

/** `ABCDE-FGHIJ`, in any case, with or without the hyphen. */
export const RECOVERY_CODE = /^[A-Z2-7]{5}-?[A-Z2-7]{5}$/i;

/** A code of the app or a recovery code. */
export const secondFactorField = z
  .string('Please enter the 6-digit code.')
  .check(z.trim(), z.regex(/^(\d{6}|[A-Z2-7]{5}-?[A-Z2-7]{5})$/i, 'Please enter the 6-digit code.'));
