import { DEFAULT_SYSTEM_NAME, maskKey, type SettingsChange, type SettingsRead } from '@muneem/contract/settings';
import { copy } from './settings.copy.ts';

const FIELDS = ['securityKey', 'domain', 'systemName', 'adminEmail', 'bulkpeApiKey'] as const;

export type SettingsValues = Pick<SettingsRead, (typeof FIELDS)[number]> & { readonly keepOldSecurityKey: boolean };

/**
 * Only what differs from the stored settings; `revealedKey` is the stored key in clear, once it was shown. An empty system
 * name means the default one: the person reads before the code what it will be.
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
  return change;
}

/** True when nobody would see a difference: somebody switched Auto Payout, say, which raises the version too. */
export const looksTheSame = (one: SettingsRead, other: SettingsRead): boolean =>
  FIELDS.every((name) => one[name] === other[name]);

/** The fields of a form after somebody else saved: what is being changed stays, everything else becomes theirs. */
export const overTheirs = (theirs: SettingsRead, values: SettingsValues, change: SettingsChange): SettingsValues => {
  const next = { ...values };
  for (const name of FIELDS) next[name] = change[name] ?? theirs[name];
  return next;
};

/** True when the settings are what a change asked for, as far as they can be read: of the key its end. */
export const isDone = (change: SettingsChange, { oldSecurityKey, ...settings }: SettingsRead): boolean =>
  FIELDS.every((name) => {
    const wanted = change[name];
    return wanted === undefined || settings[name] === (name === 'bulkpeApiKey' ? maskKey(wanted) : wanted);
  }) &&
  (change.keepOldSecurityKey !== true || oldSecurityKey !== null);

/** What a change would do, for a person to read before asking for a code. */
export function describeChange(
  stored: SettingsRead,
  change: SettingsChange,
): { name: string; before: string; after: string }[] {
  const shown = (text: string | undefined): string => (text === undefined || text === '' ? copy.empty : text);
  const lines = [
    {
      name: copy.securityKey,
      before: `…${stored.securityKey.slice(-4)}`,
      after: `…${(change.securityKey ?? '').slice(-4)}`,
      is: change.securityKey,
    },
    {
      name: copy.oldToken.name,
      before: `…${stored.securityKey.slice(-4)}`,
      after: change.keepOldSecurityKey === true ? copy.oldToken.holds : copy.oldToken.ends,
      is: change.securityKey,
    },
    { name: copy.domain, before: stored.domain, after: change.domain, is: change.domain },
    { name: copy.systemName, before: stored.systemName, after: change.systemName, is: change.systemName },
    { name: copy.adminEmail, before: stored.adminEmail, after: change.adminEmail, is: change.adminEmail },
    {
      name: copy.apiKey,
      before: stored.bulkpeApiKey,
      after: change.bulkpeApiKey === '' ? '' : `…${(change.bulkpeApiKey ?? '').slice(-4)}`,
      is: change.bulkpeApiKey,
    },
  ];
  return lines
    .filter(({ is }) => is !== undefined)
    .map(({ name, before, after }) => ({ name, before: shown(before), after: shown(after) }));
}
