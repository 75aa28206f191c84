import { maskKey, type SettingsChange } from '@muneem/contract/settings';
import type { CurrentSettings } from './create-settings.ts';

type Stored = Pick<CurrentSettings, 'securityToken' | 'domain' | 'systemName' | 'adminEmail' | 'bulkpeApiKey'>;

/** A change without what means "as it is": fields left out, and the masked key as it was read. */
export function requestedChange(body: SettingsChange, current: Stored): SettingsChange {
  const { bulkpeApiKey, ...rest } = body;
  const change: Record<string, string> = {};
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) change[name] = value;
  if (bulkpeApiKey !== undefined && bulkpeApiKey !== maskKey(current.bulkpeApiKey))
    change['bulkpeApiKey'] = bulkpeApiKey;
  return change;
}

/** The settings after a change. An empty key removes the stored one. */
export const changed = (current: Stored, change: SettingsChange): Stored => ({
  securityToken: change.securityKey ?? current.securityToken,
  domain: change.domain ?? current.domain,
  systemName: change.systemName ?? current.systemName,
  adminEmail: change.adminEmail ?? current.adminEmail,
  bulkpeApiKey: change.bulkpeApiKey === undefined ? current.bulkpeApiKey : change.bulkpeApiKey || null,
});

/** What would be different, one line for each field, secrets by their last 4 characters. */
export function diffSettings(
  change: SettingsChange,
  current: Stored,
): { field: string; before: string; after: string }[] {
  const before = visible(current);
  const after = visible(changed(current, change));
  const differs = (name: keyof typeof before): boolean =>
    name === 'bulkpeApiKey'
      ? (changed(current, change).bulkpeApiKey ?? '') !== (current.bulkpeApiKey ?? '')
      : name === 'securityKey'
        ? changed(current, change).securityToken !== current.securityToken
        : before[name] !== after[name];
  return (Object.keys(before) as (keyof typeof before)[])
    .filter(differs)
    .map((field) => ({ field, before: before[field], after: after[field] }));
}

const visible = (settings: Stored) => ({
  securityKey: maskKey(settings.securityToken),
  domain: settings.domain,
  systemName: settings.systemName,
  adminEmail: settings.adminEmail,
  bulkpeApiKey: maskKey(settings.bulkpeApiKey),
});
