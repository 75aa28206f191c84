import * as z from 'zod/mini';

/** How long an invitation to become an administrator holds. */
export const INVITATION_LIFE_MS = 48 * 3_600_000;
export const INVITED_PASSWORD_MIN_LENGTH = 8;
export const INVALID_INVITATION_TEXT = 'This invitation does not hold any more. Please ask for a new one.';
/** Recovery codes of one authenticator; each works once, in the place of a code of the app. */
export const RECOVERY_CODE_COUNT = 10;
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
