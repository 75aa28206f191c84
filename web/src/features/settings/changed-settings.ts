import { DEFAULT_SYSTEM_NAME, type SettingsChange, type SettingsView } from '@muneem/contract/settings';
import { copy } from './settings.copy.ts';

export type SettingsValues = Pick<
  SettingsView,
  'securityKey' | 'domain' | 'systemName' | 'adminEmail' | 'bulkpeApiKey'
> & { readonly keepOldSecurityKey: boolean };

/**
 * Only what differs from the stored settings; `revealedKey` is the stored key in clear, once it was shown. An empty system
 * name means the default one: the person reads before the code what it will be.
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
  return change;
}

/** What a change would do, for a person to read before asking for a code. */
export function describeChange(
  stored: SettingsView,
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
