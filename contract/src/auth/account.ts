import * as z from 'zod/mini';

/** How long an invitation to become an administrator holds. */
export const INVITATION_LIFE_MS = 48 * 3_600_000;
export const INVITED_PASSWORD_MIN_LENGTH = 8;
export const INVALID_INVITATION_TEXT = 'This invitation does not hold any more. Please ask for a new one.';
/** Recovery codes of one authenticator; each works once, in the place of a code of the app. */
export const RECOVERY_CODE_COUNT = 10;
/** What the server answers to a right password when the code comes from an authenticator app. */
export const AUTHENTICATOR_ASKED_TEXT = 'Enter the code of your authenticator app';

/** `ABCDE-FGHIJ`, in any case, with or without the hyphen. */
export const RECOVERY_CODE = /^[A-Z2-7]{5}-?[A-Z2-7]{5}$/i;

/** A code of the app or a recovery code. */
export const secondFactorField = z
  .string('Please enter the 6-digit code.')
  .check(z.trim(), z.regex(/^(\d{6}|[A-Z2-7]{5}-?[A-Z2-7]{5})$/i, 'Please enter the 6-digit code.'));

export const sessionView = z.object({
  id: z.string(),
  /** The session that asks. */
  current: z.boolean(),
  remembered: z.boolean(),
  /** As the browser names itself; empty when it did not. */
  userAgent: z.string(),
  ip: z.string(),
  createdAt: z.iso.datetime(),
  /** Up to 5 minutes behind. */
  lastSeenAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type SessionView = z.infer<typeof sessionView>;

export const authenticatorView = z.object({
  active: z.boolean(),
  since: z.nullable(z.iso.datetime()),
  recoveryCodesLeft: z.int(),
});
export type AuthenticatorView = z.infer<typeof authenticatorView>;
