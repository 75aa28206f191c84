import * as z from 'zod/mini';
import { emailField, ownPasswordField } from '../auth/index.ts';
import { defineRoute } from '../http/index.ts';
import { administratorView, invitationView } from './admins.ts';

const told = z.object({ success: z.literal(true), message: z.string() });
const byId = z.object({ id: z.string().check(z.maxLength(100)) });
const tag = 'admins';
/** The admin's own password. A wrong one is `invalid_otp` at its field, never 401. */
const proven = z.object({ password: ownPasswordField });
const limit = { max: 30, windowS: 900 };

export const listAdmins = defineRoute({
  method: 'GET',
  path: '/api/admins',
  auth: 'admin',
  tag,
  summary: 'The administrators and the open invitations',
  answer: z.object({
    success: z.literal(true),
    admins: z.array(administratorView),
    invitations: z.array(invitationView),
  }),
});

export const inviteAdmin = defineRoute({
  method: 'POST',
  path: '/api/admins/invitations',
  auth: 'admin',
  tag,
  summary:
    'Mails a link to become an administrator: 48 hours, once; an earlier one for the address ends. Asks for your password; all administrators are told by mail',
  body: z.object({ email: emailField, password: ownPasswordField }),
  answer: told,
  limit: { max: 20, windowS: 900 },
});

export const withdrawInvitation = defineRoute({
  method: 'DELETE',
  path: '/api/admins/invitations/:id',
  auth: 'admin',
  tag,
  summary: 'Ends an invitation that was not used',
  params: byId,
  answer: told,
});

export const disableAdmin = defineRoute({
  method: 'POST',
  path: '/api/admins/:id/disable',
  auth: 'admin',
  tag,
  summary:
    'Ends the sessions of an administrator and lets them sign in no more; never yourself, never the last one. Asks for your password; all administrators are told by mail',
  params: byId,
  body: proven,
  answer: told,
  limit,
});

export const enableAdmin = defineRoute({
  method: 'POST',
  path: '/api/admins/:id/enable',
  auth: 'admin',
  tag,
  summary: 'Lets a disabled administrator sign in again. Asks for your password; all administrators are told by mail',
  params: byId,
  body: proven,
  answer: told,
  limit,
});

export const resetAuthenticator = defineRoute({
  method: 'POST',
  path: '/api/admins/:id/reset-authenticator',
  auth: 'admin',
  tag,
  summary:
    'Back to mailed codes for another administrator whose phone is lost. Asks for your password; all administrators are told by mail',
  params: byId,
  body: proven,
  answer: told,
  limit,
});
