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
} as const;

export const flagsText = (kinds: readonly WithdrawalFlagKind[]): string =>
  kinds.length === 0 ? 'No flagged withdrawals' : kinds.map((kind) => WITHDRAWAL_FLAG_NAMES[kind]).join(', ');

/** Returns `₹1,000`. Null means the limit of one withdrawal. */
export const limitText = (rupees: number | null): string =>
  rupees === null ? 'The same as for one withdrawal' : `₹${groupDigits(rupees)}`;
