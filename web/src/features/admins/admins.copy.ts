import { INVALID_INVITATION_TEXT } from '@muneem/contract/account';

/** The words of the administrators screen and of an invitation, all ours. */
export const copy = {
  text: 'All of them may do everything. Who leaves is disabled, not deleted: the audit log keeps the name.',
  columns: {
    email: 'Email',
    name: 'Name',
    status: 'Status',
    factor: 'Codes from',
    sessions: 'Open sessions',
    lastSeen: 'Last seen',
    actions: 'Actions',
  },
  you: 'You',
  active: 'Active',
  disabled: 'Disabled',
  byMail: 'Mail',
  byApp: 'Authenticator app',
  never: 'Never',
  none: 'No administrators',
  failed: 'The administrators could not be loaded: {message}',
  told: 'All administrators are told by mail.',
  cancel: 'Cancel',
  busy: 'Working...',
  disabling: {
    title: 'Disable an administrator',
    text: (email: string) => `Disable ${email}? They are signed out everywhere at once and cannot sign in.`,
    verb: 'Disable',
  },
  enabling: {
    title: 'Enable an administrator',
    text: (email: string) => `Let ${email} sign in again?`,
    verb: 'Enable',
  },
  resetting: {
    title: 'Reset an authenticator app',
    text: (email: string) =>
      `Take the authenticator app off ${email}? Do this only when you know that it is them who lost it: their codes come by mail again.`,
    verb: 'Reset app',
  },
  actionFailed: 'The action failed: {message}',
  history: 'History',
  invite: 'Invite an administrator',
  invitations: {
    title: 'Open invitations',
    columns: { email: 'Email', by: 'Invited by', sent: 'Sent', ends: 'Holds until', actions: 'Actions' },
    expired: 'Expired',
    withdraw: 'Withdraw',
    confirmWithdraw: (email: string) => `Withdraw the invitation of ${email}? Its link stops working.`,
  },
  inviteForm: {
    first: {
      title: 'Invite an administrator',
      text: 'They get a link that holds for 48 hours and works once. They choose their own password.',
      verb: 'Send invitation',
    },
    again: {
      title: 'Send the invitation again',
      text: (email: string) => `Send a new link to ${email}? It holds for 48 hours; the earlier one stops working.`,
      verb: 'Send again',
    },
    email: 'Email',
    busy: 'Sending...',
    failed: 'The invitation could not be sent: {message}',
  },
  accept: {
    name: 'Your name',
    password: 'Password',
    confirm: 'Confirm Password',
    submit: 'Accept the invitation',
    busy: 'Working...',
    mismatch: 'Passwords do not match',
    invalid: INVALID_INVITATION_TEXT,
    failed: 'The invitation could not be accepted: {message}',
    done: 'Welcome. You can sign in now.',
    toLogin: 'To the login page',
  },
} as const;
