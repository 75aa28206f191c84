import {
  DEFAULT_SYSTEM_NAME,
  flagsText,
  limitText,
  maskKey,
  personLimitText,
  OLD_SECURITY_KEY_LIFE_MS,
  type SETTING_NAMES,
  type SettingsChange,
} from '@muneem/contract/settings';
import { AppError } from '#platform/app-error/index.ts';
import type { CurrentSettings, OldSecurityToken } from './create-settings.ts';

type Stored = Omit<CurrentSettings, 'oldSecurityToken' | 'autoPayoutEnabled' | 'version' | 'updatedAt'>;

/** Drops unchanged values: omitted fields, and the key in its masked form. */
export function requestedChange(body: SettingsChange, current: Stored): SettingsChange {
  const { bulkpeApiKey, keepOldSecurityKey, ...rest } = body;
  const change: SettingsChange = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  if (bulkpeApiKey !== undefined && bulkpeApiKey !== maskKey(current.bulkpeApiKey)) change.bulkpeApiKey = bulkpeApiKey;
  if (keepOldSecurityKey === true && isNewToken(rest, current)) change.keepOldSecurityKey = true;
  return change;
}

const isNewToken = ({ securityKey }: SettingsChange, { securityToken }: Stored): boolean =>
  securityKey !== undefined && securityKey !== securityToken;

/** Returns the previous token after a change, or null. */
export function oldTokenAfter(change: SettingsChange, current: CurrentSettings, now: Date): OldSecurityToken | null {
  if (!isNewToken(change, current)) return current.oldSecurityToken;
  if (change.keepOldSecurityKey !== true) return null;
  return { token: current.securityToken, until: new Date(now.getTime() + OLD_SECURITY_KEY_LIFE_MS) };
}

/** Returns the settings after a change. An empty key removes it; an empty system name restores the default. */
export const changed = (current: Stored, change: SettingsChange): Stored => ({
  securityToken: change.securityKey ?? current.securityToken,
  domain: change.domain ?? current.domain,
  systemName: change.systemName === undefined ? current.systemName : change.systemName || DEFAULT_SYSTEM_NAME,
  adminEmail: change.adminEmail ?? current.adminEmail,
  bulkpeApiKey: change.bulkpeApiKey === undefined ? current.bulkpeApiKey : change.bulkpeApiKey || null,
  autoPayoutFlags: change.autoPayoutFlags ?? current.autoPayoutFlags,
  autoPayoutUserLimitRupees: given(change.autoPayoutUserLimit, current.autoPayoutUserLimitRupees),
  autoPayoutDayLimitRupees: change.autoPayoutDayLimit ?? current.autoPayoutDayLimitRupees,
  secondPersonWithdrawalRupees: given(change.secondPersonWithdrawal, current.secondPersonWithdrawalRupees),
  secondPersonDayRupees: given(change.secondPersonDay, current.secondPersonDayRupees),
  secondPersonRunRupees: given(change.secondPersonRun, current.secondPersonRunRupees),
  secondPersonManualDayRupees: given(change.secondPersonManualDay, current.secondPersonManualDayRupees),
});

/** Null is a value: no limit. */
const given = (wanted: number | null | undefined, current: number | null): number | null =>
  wanted === undefined ? current : wanted;

export interface ChangeLine {
  readonly field: keyof typeof SETTING_NAMES;
  readonly before: string;
  readonly after: string;
}

/** Describes a change, one line per field, with the last 4 characters of secrets. */
export function diffSettings(change: SettingsChange, current: Stored): ChangeLine[] {
  const next = changed(current, change);
  const before = visible(current);
  const after = visible(next);
  const differs = (name: keyof typeof before): boolean => {
    if (name === 'bulkpeApiKey') return (next.bulkpeApiKey ?? '') !== (current.bulkpeApiKey ?? '');
    if (name === 'securityKey') return next.securityToken !== current.securityToken;
    return before[name] !== after[name];
  };
  const lines = (Object.keys(before) as (keyof typeof before)[])
    .filter(differs)
    .map((field): ChangeLine => ({ field, before: before[field], after: after[field] }));
  if (isNewToken(change, current)) {
    lines.splice(1, 0, {
      field: 'oldSecurityKey',
      before: before.securityKey,
      after: change.keepOldSecurityKey === true ? 'accepted for another 24 hours' : 'ends at once',
    });
  }
  return lines;
}

const visible = (settings: Stored) => ({
  securityKey: maskKey(settings.securityToken),
  domain: settings.domain,
  systemName: settings.systemName,
  adminEmail: settings.adminEmail,
  bulkpeApiKey: maskKey(settings.bulkpeApiKey),
  autoPayoutFlags: flagsText(settings.autoPayoutFlags),
  autoPayoutUserLimit: limitText(settings.autoPayoutUserLimitRupees),
  autoPayoutDayLimit: limitText(settings.autoPayoutDayLimitRupees),
  secondPersonWithdrawal: personLimitText(settings.secondPersonWithdrawalRupees),
  secondPersonDay: personLimitText(settings.secondPersonDayRupees),
  secondPersonRun: personLimitText(settings.secondPersonRunRupees),
  secondPersonManualDay: personLimitText(settings.secondPersonManualDayRupees),
});

/** The error if the settings were changed since this change was started. */
export const settingsConflict = (): AppError =>
  new AppError('version_conflict', 'The settings were saved meanwhile. Reload them and try again.');
