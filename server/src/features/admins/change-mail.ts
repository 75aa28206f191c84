import { renderMail, type Mail } from '#platform/mailer/index.ts';
import type { AdminsDeps } from './admins-deps.ts';

export type AdminsChange =
  'invited' | 'invitation_failed' | 'disabled' | 'enabled' | 'authenticator_reset' | 'key_shown';

/** One mail to one administrator. Addresses, no names: a name is whatever its owner has typed. */
export interface ChangeMail {
  readonly to: string;
  readonly change: AdminsChange;
  readonly whom: string;
  readonly by: string;
  readonly ip: string | null;
  readonly at: string;
}

interface Words {
  readonly heading: string;
  readonly done: (by: string, whom: string) => string;
  /** How another administrator takes it back. */
  readonly undo: (whom: string) => string;
  /** To the one whom it concerns: what was done, and what to do. */
  readonly toThem?: { readonly heading: string; readonly done: (by: string) => string; readonly note: string };
}

const WORDS: Readonly<Record<AdminsChange, Words>> = {
  invited: {
    heading: 'An administrator was invited',
    done: (by, whom) =>
      `${by} invited ${whom} to become an administrator. Whoever opens the link in that mail may do everything that you may.`,
    undo: (whom) => `withdraw the invitation of ${whom}, or disable them when they have accepted it`,
  },
  invitation_failed: {
    heading: 'An invitation could not be sent',
    done: (by, whom) =>
      `The mail to ${whom}, whom ${by} invited, could not be sent. The invitation has ended: nobody can accept it.`,
    undo: (whom) => `see that ${whom} is not invited again`,
  },
  disabled: {
    heading: 'An administrator was disabled',
    done: (by, whom) => `${by} disabled ${whom}. They were signed out everywhere and cannot sign in.`,
    undo: (whom) => `enable ${whom} again`,
    toThem: {
      heading: 'Your account was disabled',
      done: (by) => `${by} disabled your account. You were signed out everywhere and cannot sign in.`,
      note: 'If you did not expect this, tell another administrator or the person who runs this system at once: they can enable you again.',
    },
  },
  enabled: {
    heading: 'An administrator was enabled',
    done: (by, whom) => `${by} enabled ${whom}, who can sign in again.`,
    undo: (whom) => `disable ${whom} again`,
    toThem: {
      heading: 'Your account was enabled',
      done: (by) => `${by} enabled your account. You can sign in again.`,
      note: 'If you did not expect this, tell the other administrators.',
    },
  },
  authenticator_reset: {
    heading: 'An authenticator app was taken off',
    done: (by, whom) => `${by} took the authenticator app of ${whom} off. Their sign-in codes come by mail again.`,
    undo: (whom) => `tell ${whom} to choose a new password and to set the app up again`,
    toThem: {
      heading: 'Your authenticator app was taken off',
      done: (by) => `${by} took your authenticator app off. Your sign-in codes come by mail again.`,
      note: 'If you did not ask for it, choose a new password with "Forgot Password?" on the sign-in page at once, set the app up again and tell the other administrators.',
    },
  },
  key_shown: {
    heading: 'The payout key was shown',
    done: (by) =>
      `${by} had the API key of the payout provider shown in full. Whoever has it can pay from your account at the provider.`,
    undo: () => 'make another key at the provider and save it in System Settings',
  },
};

const IF_NOT_YOU =
  'If this was not you, somebody has your password: choose a new one with "Forgot Password?" on the sign-in page at once. That signs you out everywhere and withdraws the invitations that you sent. Then take back what was done, and tell the other administrators.';

/** Who did what, when, from where, and what to do if it was not them. */
export function changeMail(
  { publicUrl, systemName }: Pick<AdminsDeps, 'publicUrl' | 'systemName'>,
  { to, change, whom, by, ip, at }: ChangeMail,
): Mail {
  const name = systemName();
  const { heading, done, undo, toThem } = WORDS[change];
  const theirs = to === whom ? toThem : undefined;
  const isLockedOut = theirs !== undefined && change === 'disabled';
  return renderMail({
    to,
    systemName: name,
    subject: `${name}: ${lowerFirst(theirs?.heading ?? heading)}`,
    heading: theirs?.heading ?? heading,
    paragraphs: [
      theirs?.done(by) ?? done(by, whom),
      `When: ${momentFormat.format(new Date(at))} (India). From the address: ${ip ?? 'unknown'}. The password of ${by} was given.`,
    ],
    ...(isLockedOut ? {} : { link: { ...linkOf(change, publicUrl), asButton: true } }),
    notes: [
      to === by
        ? IF_NOT_YOU
        : (theirs?.note ??
          `If you did not expect this, ask ${by}, but not by answering this mail. If it was not them: disable them, ${undo(whom)}, and look into the audit log.`),
    ],
  });
}

const linkOf = (change: AdminsChange, publicUrl: string): { label: string; url: string } =>
  change === 'key_shown'
    ? { label: 'Open System Settings', url: `${publicUrl}/settings` }
    : { label: 'Open Administrators', url: `${publicUrl}/admins` };

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const momentFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'medium',
  timeStyle: 'short',
});
