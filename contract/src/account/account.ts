import * as z from '#schema';

/** Life of an invitation. */
export const INVITATION_LIFE_MS = 48 * 3_600_000;
export const INVITED_PASSWORD_MIN_LENGTH = 8;
export const INVALID_INVITATION_TEXT = 'This invitation is no longer valid. Please ask for a new one.';
/** Number of recovery codes. Each works once instead of a code of the app. */
export const RECOVERY_CODE_COUNT = 10;
export const sessionView = z.object({
  id: z.string(),
  /** True for the session of this request. */
  current: z.boolean(),
  remembered: z.boolean(),
  /** The browser's User-Agent header. Empty if it sent none. */
  userAgent: z.string(),
  ip: z.string(),
  createdAt: z.iso.datetime(),
  /** May be up to 5 minutes old. */
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
