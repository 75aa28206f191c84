import { OTP_LIFE_MS, RESET_LINK_LIFE_MS } from '@muneem/contract/auth';
import { renderMail, type Mail } from '#platform/mailer/index.ts';
import type { AuthDependencies } from './auth-dependencies.ts';

const minutes = (ms: number): number => ms / 60_000;

export type MailDependencies = Pick<AuthDependencies, 'publicUrl' | 'systemName'>;

export function codeMail({ publicUrl, systemName }: AuthDependencies, to: string, code: string): Mail {
  const name = systemName();
  return renderMail({
    to,
    systemName: name,
    subject: `Your ${name} sign-in code`,
    heading: 'Your sign-in code',
    paragraphs: ['Type this code on the sign-in page to continue:'],
    code,
    link: { label: 'Sign-in page', url: `${publicUrl}/login` },
    notes: [
      `The code expires in ${minutes(OTP_LIFE_MS)} minutes and works once.`,
      'If you did not try to sign in, another person knows your password. Choose a new one with "Forgot Password?" on the sign-in page. Never share this code.',
    ],
  });
}

export function resetMail({ publicUrl, systemName }: AuthDependencies, to: string, token: string): Mail {
  const name = systemName();
  return renderMail({
    to,
    systemName: name,
    subject: `Choose a new ${name} password`,
    heading: 'Choose a new password',
    paragraphs: ['A new password was requested for this email address.'],
    link: {
      label: 'Reset password',
      url: `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`,
      asButton: true,
    },
    notes: [
      `The link expires in ${minutes(RESET_LINK_LIFE_MS)} minutes and works once. Using it signs you out everywhere.`,
      'If you did not request it, you can ignore this mail. Your password stays the same.',
    ],
  });
}

const IF_NOT_YOU =
  'If this was not you, choose a new password with "Forgot Password?" at once and tell the other administrators.';

/** Mails about a change of an admin's access. */
const OWNER_MAILS = {
  authenticator_added: {
    subject: 'Your {name} authenticator app was added',
    heading: 'Authenticator app added',
    text: 'From now on, your sign-in codes come from an authenticator app. They are no longer mailed.',
    link: { label: 'Your account', path: '/account' },
    note: IF_NOT_YOU,
  },
  authenticator_removed: {
    subject: 'Your {name} authenticator app was removed',
    heading: 'Authenticator app removed',
    text: 'Your sign-in codes no longer come from the authenticator app. They are mailed again.',
    link: { label: 'Your account', path: '/account' },
    note: IF_NOT_YOU,
  },
  password_changed: {
    subject: 'Your {name} password was changed',
    heading: 'Your password was changed',
    text: 'Your password was changed, and you were signed out on every other device.',
    link: { label: 'Sign in', path: '/login' },
    note: 'If this was not you, use "Forgot Password?" on the sign-in page at once and tell your server administrator.',
  },
  provider_sign_in: {
    subject: 'You signed in to {name}',
    heading: 'You signed in with your company account',
    text: "The company's identity provider signed you in. The new session is listed under Your account.",
    link: { label: 'Your account', path: '/account' },
    note: 'If this was not you, end the session under Your account and tell the administrators of the identity provider at once.',
  },
  wrong_app_codes: {
    subject: 'Wrong sign-in codes for your {name} account',
    heading: 'Wrong sign-in codes',
    text: 'Your password was entered, and then ten wrong codes within a day.',
    link: { label: 'Sign-in page', path: '/login' },
    note: 'If this was not you, another person knows your password. Choose a new one with "Forgot Password?" on the sign-in page.',
  },
};

export type AboutOwner = keyof typeof OWNER_MAILS;

export function ownerMail({ publicUrl, systemName }: MailDependencies, to: string, about: AboutOwner): Mail {
  const { subject, heading, text, link, note } = OWNER_MAILS[about];
  return renderMail({
    to,
    systemName: systemName(),
    subject: subject.replace('{name}', systemName),
    heading,
    paragraphs: [text],
    link: { label: link.label, url: publicUrl + link.path, asButton: true },
    notes: [note],
  });
}
