import { SETTING_NAMES } from '@muneem/contract/settings';
import { renderMail, type Mail } from '#platform/mailer/index.ts';
import type { ChangeLine } from './settings-change.ts';

export function settingsCodeMail({
  to,
  systemName,
  publicUrl,
  code,
  lines,
}: {
  to: string;
  systemName: string;
  publicUrl: string;
  code: string;
  /** The change that the code allows. Null: any change. */
  lines: readonly ChangeLine[] | null;
}): Mail {
  const what =
    lines === null
      ? ['This code allows one change of any of the system settings.']
      : ['This code allows exactly this change of the system settings:', ...lines.map(describe)];
  return renderMail({
    to,
    systemName,
    subject: `Your ${systemName} settings code`,
    heading: 'Confirm the change of the settings',
    paragraphs: what,
    code,
    link: { label: 'System settings', url: `${publicUrl}/settings` },
    notes: [
      'The code expires in 5 minutes and works once.',
      'If you did not request it, another person is using your session. Sign out everywhere and change your password. Never share this code.',
    ],
  });
}

const describe = ({ field, before, after }: ChangeLine): string =>
  `${SETTING_NAMES[field]}: ${before === '' ? '(empty)' : before} → ${after === '' ? '(empty)' : after}`;
