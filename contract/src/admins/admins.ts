import * as z from 'zod/mini';

export const administratorView = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  status: z.enum(['active', 'disabled']),
  createdAt: z.iso.datetime(),
  disabledAt: z.nullable(z.iso.datetime()),
  /** Up to 5 minutes behind; null: never, or not within 30 days. */
  lastSeenAt: z.nullable(z.iso.datetime()),
  openSessions: z.int(),
  /** Codes come from an authenticator app, not by mail. */
  hasAuthenticator: z.boolean(),
  /** The one who asks. */
  isYou: z.boolean(),
});
export type Administrator = z.infer<typeof administratorView>;

export const invitationView = z.object({
  id: z.string(),
  email: z.string(),
  invitedBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  expired: z.boolean(),
});
export type Invitation = z.infer<typeof invitationView>;
