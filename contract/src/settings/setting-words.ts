import { groupDigits } from '../money/index.ts';
import { WITHDRAWAL_FLAG_NAMES, type WithdrawalFlagKind } from '../withdrawals/index.ts';

/** The labels of the settings: on the screen, in mails and in the audit log. */
export const SETTING_NAMES = {
  securityKey: 'Security token',
  oldSecurityKey: 'Old security token',
  domain: 'Domain',
  systemName: 'System name',
  adminEmail: 'Admin email',
  bulkpeApiKey: 'Payout provider API key',
  autoPayoutEnabled: 'Auto Payout',
  autoPayoutFlags: 'Auto Payout leaves to an admin',
  autoPayoutUserLimit: 'Auto Payout limit per user and day',
  autoPayoutDayLimit: 'Auto Payout limit per day',
  secondPersonWithdrawal: 'Second person above, for one withdrawal',
  secondPersonDay: 'Second person above, for approvals of one person in a day',
  secondPersonRun: 'Second person above, for a bulk run',
  secondPersonManualDay: 'Second person above, for payments by hand of one person in a day',
} as const;

export const flagsText = (kinds: readonly WithdrawalFlagKind[]): string =>
  kinds.length === 0 ? 'No flagged withdrawals' : kinds.map((kind) => WITHDRAWAL_FLAG_NAMES[kind]).join(', ');

/** Returns `₹1,000`, or `No limit`. */
export const personLimitText = (rupees: number | null): string =>
  rupees === null ? 'No limit' : `₹${groupDigits(rupees)}`;

/** Returns `₹1,000`. Null means the limit of one withdrawal. */
export const limitText = (rupees: number | null): string =>
  rupees === null ? 'The same as for one withdrawal' : `₹${groupDigits(rupees)}`;
