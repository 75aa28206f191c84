import type { AuditActor } from './audit.ts';

export const AUDIT_ACTOR_NAMES: Readonly<Record<AuditActor['kind'], string>> = {
  admin: 'Administrator',
  system: 'System',
  platform: 'Platform API',
  anonymous: 'Not signed in',
};

const NAMES: Readonly<Record<string, string>> = {
  'settings.dismiss-set-up': 'Settings: dismiss set-up checklist',
  'settings.end-old-security-key': 'Settings: end old security token',
};
const SHORT_FORMS = /\b(api|id|ifsc|ip|otp|uid|upi|url|utr)\b/g;

/** `bulkpeTransactionId` → `bulkpe transaction ID`. */
export const inWords = (code: string): string =>
  code
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase()
    .replaceAll(SHORT_FORMS, (short) => short.toUpperCase());

/** `withdrawals.retry-payment` → `Withdrawals: retry payment`. */
export function actionText(action: string): string {
  const [feature = '', ...verbs] = action.split('.');
  const words = inWords(feature);
  const verb = verbs.length === 0 ? '' : `: ${inWords(verbs.join(' '))}`;
  return NAMES[action] ?? words.charAt(0).toUpperCase() + words.slice(1) + verb;
}
