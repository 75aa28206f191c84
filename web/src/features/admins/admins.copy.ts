import { INVALID_INVITATION_TEXT } from '@muneem/contract/account';

/** The texts of the administrators screen and of invitations. None are in the specification. */
export const copy = {
  text: 'Every administrator can do everything. Disable an administrator who leaves. The audit log keeps the name.',
  textWithRoles:
    'A role says what an administrator can do. Disable an administrator who leaves. The audit log keeps the name.',
  columns: {
    email: 'Email',
    name: 'Name',
    role: 'Role',
    status: 'Status',
    factor: 'Codes from',
    sessions: 'Open sessions',
    lastSeen: 'Last seen',
    actions: 'Actions',
  },
  you: 'You',
  active: 'Active',
  disabled: 'Disabled',
  byMail: 'Email',
  byApp: 'Authenticator app',
  never: 'Never',
  empty: 'No administrators',
  failed: 'The administrators could not be loaded: {message}',
  told: 'All owners get an email about this.',
  busy: 'Working...',
  disabling: {
    title: 'Disable an administrator',
    text: (email: string) => `Disable ${email}? They are signed out everywhere at once and cannot sign in.`,
    verb: 'Disable',
  },
  enabling: {
    title: 'Enable an administrator',
    text: (email: string) => `Enable ${email}? They can sign in again.`,
    verb: 'Enable',
  },
  resetting: {
    title: 'Reset an authenticator app',
    text: (email: string) =>
      `Remove the authenticator app of ${email}? First make sure that they asked for this. Their codes then come by email.`,
    verb: 'Reset app',
  },
  changingRole: {
    title: 'Change the role',
    text: (email: string) => `Choose the role of ${email}. It counts at once, and they stay signed in.`,
    verb: 'Change role',
  },
  actionFailed: 'The action failed: {message}',
  history: 'History',
  invite: 'Invite an administrator',
  invitations: {
    title: 'Open invitations',
    columns: { email: 'Email', role: 'Role', by: 'Invited by', sent: 'Sent', ends: 'Expires', actions: 'Actions' },
    expired: 'Expired',
    withdraw: 'Withdraw',
    confirmWithdraw: (email: string) => `Withdraw the invitation of ${email}? Its link stops working.`,
  },
  inviteForm: {
    first: {
      title: 'Invite an administrator',
      text: 'They get a link that works once and expires in 48 hours. They choose their own password.',
      verb: 'Send invitation',
    },
    again: {
      title: 'Send the invitation again',
      text: (email: string) => `Send a new link to ${email}? It expires in 48 hours. The previous link stops working.`,
      verb: 'Send again',
    },
    email: 'Email',
    busy: 'Sending...',
    failed: 'The invitation could not be sent: {message}',
  },
  roles: {
    text: 'Every administrator has one of five roles. The server and every screen follow this table.',
    right: 'Right',
    save: 'Save as file',
    yes: 'Yes',
    no: 'No',
  },
  accept: {
    name: 'Your name',
    password: 'Password',
    confirm: 'Confirm Password',
    submit: 'Accept the invitation',
    busy: 'Working...',
    invalid: INVALID_INVITATION_TEXT,
    failed: 'The invitation could not be accepted: {message}',
    done: 'Welcome. You can sign in now.',
    toLogin: 'Go to the login page',
  },
} as const;
