import type { SetUpStep } from '@muneem/contract/set-up';

interface Words {
  readonly title: string;
  /** How to do it. */
  readonly todo: string;
  readonly action?: string;
}

export const copy = {
  title: 'Set up Muneem',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  dismiss: 'Dismiss',
  dismissTitle: 'Dismiss the checklist?',
  dismissText: 'It disappears for all administrators and does not come back.',
  dismissFailed: 'Failed to dismiss the checklist',
  create: 'Create an offer',
  done: 'Done',
  open: 'To do',
  steps: {
    payout_key: { title: 'Payout key', todo: 'Enter the key of the payout provider.', action: 'Enter the key' },
    mail: { title: 'Mail', todo: 'Set SMTP_URL and restart. Until then each mail is a file in DATA_DIR/outbox.' },
    public_address: { title: 'Public address', todo: 'Set PUBLIC_URL to the address that users and networks reach.' },
    app_key: { title: 'App key', todo: 'Set PLATFORM_API_KEY and restart. The consumer app sends it.' },
    first_offer: {
      title: 'First offer',
      todo: 'Create an offer, then open its tracking link once.',
      action: 'Open the tracking link',
    },
    first_postback: {
      title: 'First postback',
      todo: 'Give the postback URL to the ad network, or call it yourself.',
      action: 'See the postback URLs',
    },
    backup: { title: 'Backups', todo: 'Set BACKUP_DIR to a folder on another disk and restart.' },
    second_admin: {
      title: 'Second administrator',
      todo: 'Invite one: you may lose your phone or your mail.',
      action: 'Invite an administrator',
    },
  } satisfies Record<SetUpStep, Words>,
} as const;
