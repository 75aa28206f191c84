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

export function authenticatorMail(
  { publicUrl, systemName }: MailDependencies,
  to: string,
  what: 'added' | 'removed',
): Mail {
  const name = systemName();
  return renderMail({
    to,
    systemName: name,
    subject: `Your ${name} authenticator app was ${what}`,
    heading: `Authenticator app ${what}`,
    paragraphs: [
      what === 'added'
        ? 'From now on, your sign-in codes come from an authenticator app. They are no longer mailed.'
        : 'Your sign-in codes no longer come from the authenticator app. They are mailed again.',
    ],
    link: { label: 'Your account', url: `${publicUrl}/account`, asButton: true },
    notes: [
      'If this was not you, choose a new password with "Forgot Password?" at once and tell the other administrators.',
    ],
  });
}

export function passwordChangedMail({ publicUrl, systemName }: MailDependencies, to: string): Mail {
  const name = systemName();
  return renderMail({
    to,
    systemName: name,
    subject: `Your ${name} password was changed`,
    heading: 'Your password was changed',
    paragraphs: ['Your password was changed, and you were signed out on every other device.'],
    link: { label: 'Sign in', url: `${publicUrl}/login`, asButton: true },
    notes: [
      'If this was not you, use "Forgot Password?" on the sign-in page at once and tell your server administrator.',
    ],
  });
}

export function wrongAppCodesMail({ publicUrl, systemName }: MailDependencies, to: string): Mail {
  const name = systemName();
  return renderMail({
    to,
    systemName: name,
    subject: `Wrong sign-in codes for your ${name} account`,
    heading: 'Wrong sign-in codes',
    paragraphs: ['Your password was entered, and then ten wrong codes within a day.'],
    link: { label: 'Sign-in page', url: `${publicUrl}/login`, asButton: true },
    notes: [
      'If this was not you, another person knows your password. Choose a new one with "Forgot Password?" on the sign-in page.',
    ],
  });
}
