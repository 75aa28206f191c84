import { ROLE_NAMES, type Role } from '@muneem/contract/rights';
import type { Notice } from '#platform/mailer/index.ts';

export type AdminsChange =
  | 'invited'
  | 'invitation_failed'
  | 'disabled'
  | 'enabled'
  | 'authenticator_reset'
  | 'role_changed'
  | 'key_shown';

/** A mail to one admin. Uses addresses, because a name can be any text. */
export interface ChangeMail {
  readonly to: string;
  readonly change: AdminsChange;
  readonly whom: string;
  readonly role?: Role | undefined;
  readonly by: string;
  /** True if the identity provider decided it. */
  readonly isProvider?: boolean;
  readonly ip: string | null;
  readonly at: string;
}

interface Words {
  readonly heading: string;
  readonly done: (by: string, whom: string, role: string) => string;
  /** How another admin undoes it. */
  readonly undo: (whom: string) => string;
  /** The mail to the affected admin. */
  readonly toAffected?: {
    readonly heading: string;
    readonly done: (by: string, role: string) => string;
    readonly note: string;
  };
}

const WORDS: Readonly<Record<AdminsChange, Words>> = {
  invited: {
    heading: 'An administrator was invited',
    done: (by, whom, role) =>
      role === 'Owner'
        ? `${by} invited ${whom} to become an administrator. The link in that mail gives the same rights as yours.`
        : `${by} invited ${whom} to become an administrator with the role ${role}.`,
    undo: (whom) => `withdraw the invitation of ${whom} (if it was accepted, disable ${whom})`,
  },
  invitation_failed: {
    heading: 'An invitation could not be sent',
    done: (by, whom) => `${by} invited ${whom}, but the mail could not be sent. The invitation has ended.`,
    undo: (whom) => `make sure that ${whom} is not invited again`,
  },
  disabled: {
    heading: 'An administrator was disabled',
    done: (by, whom) => `${by} disabled ${whom}. They were signed out everywhere and cannot sign in.`,
    undo: (whom) => `enable ${whom} again`,
    toAffected: {
      heading: 'Your account was disabled',
      done: (by) => `${by} disabled your account. You were signed out everywhere and cannot sign in.`,
      note: 'If you did not expect this, tell another administrator or your server administrator at once. They can enable you again.',
    },
  },
  enabled: {
    heading: 'An administrator was enabled',
    done: (by, whom) => `${by} enabled ${whom}, who can sign in again.`,
    undo: (whom) => `disable ${whom} again`,
    toAffected: {
      heading: 'Your account was enabled',
      done: (by) => `${by} enabled your account. You can sign in again.`,
      note: 'If you did not expect this, tell the other administrators.',
    },
  },
  authenticator_reset: {
    heading: 'An authenticator app was removed',
    done: (by, whom) => `${by} removed the authenticator app of ${whom}. Their sign-in codes come by mail again.`,
    undo: (whom) => `tell ${whom} to choose a new password and to set the app up again`,
    toAffected: {
      heading: 'Your authenticator app was removed',
      done: (by) => `${by} removed your authenticator app. Your sign-in codes come by mail again.`,
      note: 'If you did not ask for it, choose a new password with "Forgot Password?" on the sign-in page at once, set the app up again and tell the other administrators.',
    },
  },
  role_changed: {
    heading: 'The role of an administrator was changed',
    done: (by, whom, role) => `${by} gave ${whom} the role ${role}. It counts at once.`,
    undo: (whom) => `change the role of ${whom} back`,
    toAffected: {
      heading: 'Your role was changed',
      done: (by, role) => `${by} gave you the role ${role}. It counts at once. You stay signed in.`,
      note: 'If you did not expect this, tell the owners of this back-office.',
    },
  },
  key_shown: {
    heading: 'The payout key was shown',
    done: (by) =>
      `${by} viewed the full API key of the payout provider. Anyone with this key can pay from your account at the provider.`,
    undo: () => 'create a new key at the provider and save it in System Settings',
  },
};

const IF_NOT_YOU =
  'If this was not you, another person has your password. Choose a new one with "Forgot Password?" on the sign-in page at once. That signs you out everywhere, stops your bulk runs and withdraws the invitations that you sent. Then undo the change and tell the other administrators.';

/** Says who did what, when and from where, and what to do about it. */
export function changeNotice({ to, change, whom, role = 'owner', by, isProvider = false, ip, at }: ChangeMail): Notice {
  const { heading, done, undo, toAffected } = WORDS[change];
  const theirs = to === whom ? toAffected : undefined;
  const proof = isProvider ? `Decided at the sign-in of ${whom}.` : `Confirmed with the password of ${by}.`;
  const ask = isProvider
    ? `If you did not expect this, ask the people who manage the groups there, and check the audit log.`
    : `If you did not expect this, ask ${by} in person, not by replying to this mail. If they did not do it, disable their account, ${undo(whom)}, and check the audit log.`;
  const isLockedOut = theirs !== undefined && change === 'disabled';
  return {
    subject: lowerFirst(theirs?.heading ?? heading),
    heading: theirs?.heading ?? heading,
    paragraphs: [
      theirs?.done(by, ROLE_NAMES[role]) ?? done(by, whom, ROLE_NAMES[role]),
      `When: ${showMoment(new Date(at))} (India). IP address: ${ip ?? 'unknown'}. ${proof}`,
    ],
    ...(isLockedOut ? {} : { link: linkOf(change) }),
    notes: [to === by ? IF_NOT_YOU : (theirs?.note ?? ask)],
  };
}

const linkOf = (change: AdminsChange): NonNullable<Notice['link']> =>
  change === 'key_shown'
    ? { label: 'Open System Settings', path: '/settings' }
    : { label: 'Open Administrators', path: '/admins' };

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const showMoment = (at: Date): string =>
  at.toLocaleString('en-GB', { timeZone: 'Asia/Kolkata', dateStyle: 'medium', timeStyle: 'short' });
