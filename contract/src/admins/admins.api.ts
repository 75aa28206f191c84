import * as z from '#schema';
import { emailField, ownPasswordField } from '../auth/index.ts';
import { defineRoute, success, messageAnswer } from '../http/index.ts';
import { administratorView, invitationView } from './admins.ts';

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
  answer: success({
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
    'Mails a single-use invitation that expires after 48 hours and replaces an earlier one for the address. Asks for your password; mails all administrators',
  body: z.object({ email: emailField, password: ownPasswordField }),
  answer: messageAnswer,
  limit: { max: 20, windowS: 900 },
});

export const withdrawInvitation = defineRoute({
  method: 'DELETE',
  path: '/api/admins/invitations/:id',
  auth: 'admin',
  tag,
  summary: 'Ends an unused invitation',
  params: byId,
  answer: messageAnswer,
});

export const disableAdmin = defineRoute({
  method: 'POST',
  path: '/api/admins/:id/disable',
  auth: 'admin',
  tag,
  summary: 'Disables another administrator and ends their sessions. Asks for your password; mails all administrators',
  params: byId,
  body: proven,
  answer: messageAnswer,
  limit,
});

export const enableAdmin = defineRoute({
  method: 'POST',
  path: '/api/admins/:id/enable',
  auth: 'admin',
  tag,
  summary: 'Lets a disabled administrator sign in again. Asks for your password; mails all administrators',
  params: byId,
  body: proven,
  answer: messageAnswer,
  limit,
});

export const resetAuthenticator = defineRoute({
  method: 'POST',
  path: '/api/admins/:id/reset-authenticator',
  auth: 'admin',
  tag,
  summary:
    'Switches another administrator who lost the phone to mailed codes. Asks for your password; mails all administrators',
  params: byId,
  body: proven,
  answer: messageAnswer,
  limit,
});
