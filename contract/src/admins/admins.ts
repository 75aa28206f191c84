import * as z from '#schema';
import { ROLES } from '../rights/index.ts';

/** The `verifiedBy` of a decision, which document 001 fixes. The server stores the admin of the session. */
export const VERIFIED_BY = 'Admin';

export const administratorView = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  status: z.enum(['active', 'disabled']),
  createdAt: z.iso.datetime(),
  disabledAt: z.nullable(z.iso.datetime()),
  /** May be up to 5 minutes old. Null: never, or not within 30 days. */
  lastSeenAt: z.nullable(z.iso.datetime()),
  openSessions: z.int(),
  /** Codes come from an authenticator app, not by mail. */
  hasAuthenticator: z.boolean(),
  /** True for the signed-in admin. */
  isYou: z.boolean(),
});
export type Administrator = z.infer<typeof administratorView>;

export const invitationView = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  invitedBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  expired: z.boolean(),
});
export type Invitation = z.infer<typeof invitationView>;
