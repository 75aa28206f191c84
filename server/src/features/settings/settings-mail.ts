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
  /** What the code allows; null: any change. */
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
      'The code holds for 5 minutes and works once.',
      'If you did not ask for it, somebody is using your session: sign out everywhere and change your password. Never tell this code to anybody.',
    ],
  });
}

const describe = ({ field, before, after }: ChangeLine): string =>
  `${SETTING_NAMES[field]}: ${before === '' ? '(empty)' : before} → ${after === '' ? '(empty)' : after}`;
