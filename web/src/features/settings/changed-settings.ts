import {
  DEFAULT_SYSTEM_NAME,
  flagsText,
  limitText,
  personLimitText,
  SETTING_NAMES,
  type SettingsChange,
  type SettingsView,
} from '@muneem/contract/settings';
import { WITHDRAWAL_FLAGS } from '@muneem/contract/withdrawals';
import { enteredNumber } from '#lib/number-text.ts';
import { copy } from './settings.copy.ts';

const TEXTS = ['securityKey', 'domain', 'systemName', 'adminEmail', 'bulkpeApiKey'] as const;
export const SECOND_PERSON_LIMITS = [
  'secondPersonWithdrawal',
  'secondPersonDay',
  'secondPersonRun',
  'secondPersonManualDay',
] as const;
/** The limits that may be empty. */
export const OPEN_LIMITS = ['autoPayoutUserLimit', ...SECOND_PERSON_LIMITS] as const;
const FIELDS = [...TEXTS, 'autoPayoutFlags', 'autoPayoutDayLimit', ...OPEN_LIMITS] as const;

type OpenLimits = Readonly<Record<(typeof OPEN_LIMITS)[number], number | string>>;

export type SettingsValues = Pick<SettingsView, (typeof TEXTS)[number]> &
  OpenLimits & {
    readonly keepOldSecurityKey: boolean;
    readonly autoPayoutFlags: readonly string[];
    readonly autoPayoutDayLimit: number | string;
  };

export const valuesOf = (stored: SettingsView): SettingsValues => ({
  ...(Object.fromEntries(TEXTS.map((name) => [name, stored[name]])) as Pick<SettingsView, (typeof TEXTS)[number]>),
  keepOldSecurityKey: true,
  autoPayoutFlags: stored.autoPayoutFlags,
  autoPayoutDayLimit: stored.autoPayoutDayLimit,
  ...(Object.fromEntries(OPEN_LIMITS.map((name) => [name, stored[name] ?? ''])) as OpenLimits),
});

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns only the changed settings. `revealedKey` is the stored key in clear, once revealed. An empty system name
 * becomes the default, so that the review shows the real value.
 */
export function changedSettings(
  stored: SettingsView,
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
  const flags = WITHDRAWAL_FLAGS.filter((kind) => values.autoPayoutFlags.includes(kind));
  if (!isSame(flags, stored.autoPayoutFlags)) change.autoPayoutFlags = flags;
  for (const name of OPEN_LIMITS) {
    const limit = enteredNumber(values[name]) ?? null;
    if (limit !== (stored[name] ?? null)) change[name] = limit;
  }
  const dayLimit = enteredNumber(values.autoPayoutDayLimit) ?? Number.NaN;
  if (dayLimit !== stored.autoPayoutDayLimit) change.autoPayoutDayLimit = dayLimit;
  return change;
}

/** True if no visible setting differs. Switching Auto Payout, for example, only raises the version. */
export const hasSameValues = (one: SettingsView, other: SettingsView): boolean =>
  FIELDS.every((name) => isSame(one[name], other[name]));

/** Returns the form values after another admin saved: own changes stay, all other fields take the saved values. */
export const keepOwnChanges = (
  theirs: SettingsView,
  values: SettingsValues,
  change: SettingsChange,
): SettingsValues => ({
  ...valuesOf({ ...theirs, ...change } as SettingsView),
  keepOldSecurityKey: values.keepOldSecurityKey,
});

/** Describes the change for the review before the code is requested. */
export function describeChange(
  stored: SettingsView,
  change: SettingsChange,
): { name: string; before: string; after: string }[] {
  const shown = (text: string | undefined): string => (text === undefined || text === '' ? copy.empty : text);
  const ending = (text: string): string => `…${text.slice(-4)}`;
  const describe = <Value>(before: Value, after: Value | undefined, format: (value: Value) => string) =>
    after === undefined ? undefined : [format(before), format(after)];
  const asIs = (text: string): string => text;
  const { securityKey, bulkpeApiKey: key } = change;
  const keyAfter = key === undefined || key === '' ? key : ending(key);
  const tokenAfter = change.keepOldSecurityKey === true ? copy.oldToken.holds : copy.oldToken.ends;
  const lines: Partial<Record<keyof typeof SETTING_NAMES, string[] | undefined>> = {
    securityKey: describe(stored.securityKey, securityKey, ending),
    oldSecurityKey: securityKey === undefined ? undefined : [ending(stored.securityKey), tokenAfter],
    domain: describe(stored.domain, change.domain, asIs),
    systemName: describe(stored.systemName, change.systemName, asIs),
    adminEmail: describe(stored.adminEmail, change.adminEmail, asIs),
    bulkpeApiKey: describe(stored.bulkpeApiKey, keyAfter, asIs),
    autoPayoutFlags: describe(stored.autoPayoutFlags, change.autoPayoutFlags, flagsText),
    autoPayoutUserLimit: describe(stored.autoPayoutUserLimit, change.autoPayoutUserLimit, limitText),
    autoPayoutDayLimit: describe(stored.autoPayoutDayLimit, change.autoPayoutDayLimit, limitText),
    ...Object.fromEntries(
      SECOND_PERSON_LIMITS.map((name) => [name, describe(stored[name], change[name], personLimitText)]),
    ),
  };
  return Object.entries(lines).flatMap(([name, texts]) => {
    const [before, after] = texts ?? [];
    const label = SETTING_NAMES[name as keyof typeof SETTING_NAMES];
    return texts === undefined ? [] : [{ name: label, before: shown(before), after: shown(after) }];
  });
}
