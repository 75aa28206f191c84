import type { OidcRefusal } from '@muneem/contract/auth';

/** Sign-in by the company's identity provider. Not in the specification. */
export const copy = {
  or: 'or',
  signIn: (name: string) => `Sign in with ${name}`,
  busy: 'Connecting...',
  startFailed: 'The sign-in could not be started: {message}',
  usePassword: 'Sign in with a password',
  onlyOwner: 'Passwords are off. Only the oldest owner can sign in with one.',
  confirming: 'Signing you in...',
  sessionFailed: 'The sign-in could not be finished: {message}',
  nameless: 'your company account',
};

export const REFUSALS: Readonly<Record<OidcRefusal, (name: string) => string>> = {
  cancelled: (name) => `${name} did not sign you in. Try again, or choose another account there.`,
  expired: () => 'This sign-in has expired or was started in another browser. Please try again.',
  not_invited: () =>
    'No active administrator has the email address of your company account. Ask an owner to invite you.',
  other_account: (name) =>
    `Another account at ${name} has signed in with your email address. Ask an owner to disable that administrator and, if the address is yours now, to enable them again.`,
  unverified: (name) => `${name} has not verified your email address. Ask the people who manage your account there.`,
  no_role: () => 'Your company account is in no group that may use this back-office. Ask an owner.',
  clock: (name) => `The clocks of ${name} and of this server differ. Contact your server administrator.`,
  unreachable: (name) => `${name} cannot be reached. Please try again in a few minutes.`,
  refused: (name) => `The answer of ${name} was not valid. Contact your server administrator.`,
};
