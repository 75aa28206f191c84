import { renderMail, type Mail } from '#platform/mailer/index.ts';

const FIELD_NAMES: Readonly<Record<string, string>> = {
  securityKey: 'Security token',
  oldSecurityKey: 'Old security token',
  domain: 'Domain',
  systemName: 'System name',
  adminEmail: 'Admin email',
  bulkpeApiKey: 'Payout provider API key',
};

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
  lines: readonly { field: string; before: string; after: string }[] | null;
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

const describe = ({ field, before, after }: { field: string; before: string; after: string }): string =>
  `${FIELD_NAMES[field] ?? field}: ${before === '' ? '(empty)' : before} → ${after === '' ? '(empty)' : after}`;
