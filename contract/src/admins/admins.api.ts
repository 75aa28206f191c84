import * as z from '#schema';
import { emailField, ownPasswordField } from '../auth/index.ts';
import { routesOf, success, messageAnswer } from '../http/index.ts';
import { administratorView, invitationView } from './admins.ts';
import { rights, ROLES } from '../rights/index.ts';

const byId = z.object({ id: z.string().check(z.maxLength(100)) });
const defineRoute = routesOf('admins');
/** The admin's own password. A wrong one is `invalid_otp` at its field, never 401. */
const proven = z.object({ password: ownPasswordField });
const roleField = z._default(z.enum(ROLES, 'Choose a role.'), 'owner');
const limit = { max: 30, windowS: 900 };

export const listAdmins = defineRoute({
  method: 'GET',
  path: '/api/admins',
  right: rights.seeAdmins,
  summary: 'The administrators and the open invitations',
  answer: success({
    admins: z.array(administratorView),
    invitations: z.array(invitationView),
  }),
});

export const inviteAdmin = defineRoute({
  method: 'POST',
  path: '/api/admins/invitations',
  right: rights.changeAdmins,
  summary:
    'Mails a single-use invitation that expires after 48 hours and replaces an earlier one for the address. Asks for your password; mails all owners',
  body: z.object({ email: emailField, role: roleField, password: ownPasswordField }),
  answer: messageAnswer,
  limit: { max: 20, windowS: 900 },
});

export const withdrawInvitation = defineRoute({
  method: 'DELETE',
  path: '/api/admins/invitations/:id',
  right: rights.changeAdmins,
  summary: 'Ends an unused invitation',
  params: byId,
  answer: messageAnswer,
});

/** The new role counts from the admin's next request. Their sessions go on. */
export const changeRole = defineRoute({
  method: 'POST',
  path: '/api/admins/:id/role',
  right: rights.changeAdmins,
  summary: 'Changes the role of another administrator. Asks for your password; mails them and all owners',
  params: byId,
  body: z.object({ role: z.enum(ROLES, 'Choose a role.'), password: ownPasswordField }),
  answer: messageAnswer,
  limit,
});

export const disableAdmin = defineRoute({
  method: 'POST',
  path: '/api/admins/:id/disable',
  right: rights.changeAdmins,
  summary: 'Disables another administrator and ends their sessions. Asks for your password; mails them and all owners',
  params: byId,
  body: proven,
  answer: messageAnswer,
  limit,
});

export const enableAdmin = defineRoute({
  method: 'POST',
  path: '/api/admins/:id/enable',
  right: rights.changeAdmins,
  summary: 'Lets a disabled administrator sign in again. Asks for your password; mails them and all owners',
  params: byId,
  body: proven,
  answer: messageAnswer,
  limit,
});

export const resetAuthenticator = defineRoute({
  method: 'POST',
  path: '/api/admins/:id/reset-authenticator',
  right: rights.changeAdmins,
  summary:
    'Switches another administrator who lost the phone to mailed codes. Asks for your password; mails them and all owners',
  params: byId,
  body: proven,
  answer: messageAnswer,
  limit,
});
