import {
  DEFAULT_SYSTEM_NAME,
  flagsText,
  limitText,
  SETTING_NAMES,
  type SettingsChange,
  type SettingsRead,
} from '@muneem/contract/settings';
import { WITHDRAWAL_FLAGS } from '@muneem/contract/withdrawals';
import { copy } from './settings.copy.ts';

const TEXTS = ['securityKey', 'domain', 'systemName', 'adminEmail', 'bulkpeApiKey'] as const;
const FIELDS = [...TEXTS, 'autoPayoutFlags', 'autoPayoutUserLimit', 'autoPayoutDayLimit'] as const;

export type SettingsValues = Pick<SettingsRead, (typeof TEXTS)[number]> & {
  readonly keepOldSecurityKey: boolean;
  readonly autoPayoutFlags: readonly string[];
  /** Empty: the limit of one withdrawal. */
  readonly autoPayoutUserLimit: number | string;
  readonly autoPayoutDayLimit: number | string;
};

/** Returns the form values for the settings. */
export const valuesOf = ({
  securityKey,
  domain,
  systemName,
  adminEmail,
  bulkpeApiKey,
  autoPayoutFlags = [],
  autoPayoutUserLimit,
  autoPayoutDayLimit,
}: SettingsRead): SettingsValues => ({
  securityKey,
  domain,
  systemName,
  adminEmail,
  bulkpeApiKey,
  keepOldSecurityKey: false,
  autoPayoutFlags,
  autoPayoutUserLimit: autoPayoutUserLimit ?? '',
  autoPayoutDayLimit: autoPayoutDayLimit ?? '',
});

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns only the changed settings. `revealedKey` is the stored key in clear, once revealed. An empty system name
 * becomes the default, so that the review shows the real value.
 */
export function changedSettings(
  stored: SettingsRead,
  values: SettingsValues,
  revealedKey: string | undefined,
): SettingsChange {
  const change: SettingsChange = {};
  for (const name of ['securityKey', 'domain', 'systemName', 'adminEmail'] as const) {
    const value = values[name].trim() || (name === 'systemName' ? DEFAULT_SYSTEM_NAME : '');
    if (value !== stored[name]) change[name] = value;
  }
  if (change.securityKey !== undefined && values.keepOldSecurityKey) change.keepOldSecurityKey = true;
  const key = values.bulkpeApiKey.trim();
  if (key !== stored.bulkpeApiKey && key !== revealedKey) change.bulkpeApiKey = key;
  return stored.autoPayoutFlags === undefined ? change : { ...change, ...changedAutoPayout(stored, values) };
}

function changedAutoPayout(stored: SettingsRead, values: SettingsValues): SettingsChange {
  const change: SettingsChange = {};
  const flags = WITHDRAWAL_FLAGS.filter((kind) => values.autoPayoutFlags.includes(kind));
  if (!isSame(flags, stored.autoPayoutFlags)) change.autoPayoutFlags = flags;
  const userLimit = values.autoPayoutUserLimit === '' ? null : Number(values.autoPayoutUserLimit);
  if (userLimit !== stored.autoPayoutUserLimit) change.autoPayoutUserLimit = userLimit;
  const dayLimit = Number(values.autoPayoutDayLimit);
  if (dayLimit !== stored.autoPayoutDayLimit) change.autoPayoutDayLimit = dayLimit;
  return change;
}

/** True if no visible setting differs. Switching Auto Payout, for example, only raises the version. */
export const hasSameValues = (one: SettingsRead, other: SettingsRead): boolean =>
  FIELDS.every((name) => isSame(one[name], other[name]));

/** Returns the form values after another admin saved: own changes stay, all other fields take the saved values. */
export const keepOwnChanges = (
  theirs: SettingsRead,
  values: SettingsValues,
  change: SettingsChange,
): SettingsValues => ({
  ...valuesOf({ ...theirs, ...change } as SettingsRead),
  keepOldSecurityKey: values.keepOldSecurityKey,
});

/** Describes the change for the review before the code is requested. */
export function describeChange(
  stored: SettingsRead,
  change: SettingsChange,
): { name: string; before: string; after: string }[] {
  const shown = (text: string | undefined): string => (text === undefined || text === '' ? copy.empty : text);
  const lines = [
    {
      name: SETTING_NAMES.securityKey,
      before: `…${stored.securityKey.slice(-4)}`,
      after: `…${(change.securityKey ?? '').slice(-4)}`,
      is: change.securityKey,
    },
    {
      name: SETTING_NAMES.oldSecurityKey,
      before: `…${stored.securityKey.slice(-4)}`,
      after: change.keepOldSecurityKey === true ? copy.oldToken.holds : copy.oldToken.ends,
      is: change.securityKey,
    },
    { name: SETTING_NAMES.domain, before: stored.domain, after: change.domain, is: change.domain },
    { name: SETTING_NAMES.systemName, before: stored.systemName, after: change.systemName, is: change.systemName },
    { name: SETTING_NAMES.adminEmail, before: stored.adminEmail, after: change.adminEmail, is: change.adminEmail },
    {
      name: SETTING_NAMES.bulkpeApiKey,
      before: stored.bulkpeApiKey,
      after: change.bulkpeApiKey === '' ? '' : `…${(change.bulkpeApiKey ?? '').slice(-4)}`,
      is: change.bulkpeApiKey,
    },
    {
      name: SETTING_NAMES.autoPayoutFlags,
      before: flagsText(stored.autoPayoutFlags ?? []),
      after: flagsText(change.autoPayoutFlags ?? []),
      is: change.autoPayoutFlags,
    },
    ...(['autoPayoutUserLimit', 'autoPayoutDayLimit'] as const).map((name) => ({
      name: SETTING_NAMES[name],
      before: limitText(stored[name] ?? null),
      after: limitText(change[name] ?? null),
      is: change[name],
    })),
  ];
  return lines
    .filter(({ is }) => is !== undefined)
    .map(({ name, before, after }) => ({ name, before: shown(before), after: shown(after) }));
}
