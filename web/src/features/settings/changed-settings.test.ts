import { DEFAULT_SYSTEM_NAME, type SettingsView } from '@muneem/contract/settings';
import { expect, test } from 'vitest';
import { DEFAULT_SYSTEM_NAME as FIRST_FRAME_NAME } from '#lib/stored-name.ts';
import { changedSettings, describeChange } from './changed-settings.ts';

const stored: SettingsView = {
  securityKey: 'A'.repeat(32),
  domain: 'https://rewards.example',
  adminEmail: 'desk@rewards.example',
  systemName: 'Punya Rewards',
  bulkpeApiKey: '••••••••1234',
  oldSecurityKey: null,
  updatedAt: '2026-11-21T06:30:00Z',
};
const values = { ...stored, keepOldSecurityKey: false };

test('an empty system name asks for the default one, and says so before the code', () => {
  const change = changedSettings(stored, { ...values, systemName: ' ' }, undefined);
  expect(change).toEqual({ systemName: DEFAULT_SYSTEM_NAME });
  expect(describeChange(stored, change)).toEqual([
    { name: 'System name', before: 'Punya Rewards', after: DEFAULT_SYSTEM_NAME },
  ]);
});

test('an empty system name where the default one is stored changes nothing', () => {
  const unnamed = { ...stored, systemName: DEFAULT_SYSTEM_NAME };
  expect(changedSettings(unnamed, { ...values, systemName: '' }, undefined)).toEqual({});
});

test('an empty admin email is a change like any other', () => {
  expect(changedSettings(stored, { ...values, adminEmail: '' }, undefined)).toEqual({ adminEmail: '' });
});

test('each field that was edited is asked for, alone and all together', () => {
  const edited = {
    securityKey: 'B'.repeat(32),
    domain: 'https://offers.example',
    systemName: 'Desk',
    adminEmail: 'new@rewards.example',
    bulkpeApiKey: 'key-5678',
  };
  for (const [name, value] of Object.entries(edited))
    expect(changedSettings(stored, { ...values, [name]: value }, undefined)).toEqual({ [name]: value });
  expect(changedSettings(stored, { ...values, ...edited }, undefined)).toEqual(edited);
  expect(changedSettings(stored, { ...values, bulkpeApiKey: 'shown' }, 'shown')).toEqual({});
});

test('a new token says what becomes of the old one: it ends at once, or holds for a day where that is asked for', () => {
  const securityKey = 'B'.repeat(32);
  const token = { name: 'Security token', before: '…AAAA', after: '…BBBB' };
  for (const [keepOldSecurityKey, after] of [
    [false, 'ends at once'],
    [true, 'holds for 24 hours more'],
  ] as const) {
    const change = changedSettings(stored, { ...values, securityKey, keepOldSecurityKey }, undefined);
    expect(change).toEqual({ securityKey, ...(keepOldSecurityKey ? { keepOldSecurityKey } : {}) });
    expect(describeChange(stored, change)).toEqual([token, { name: 'Old security token', before: '…AAAA', after }]);
  }
  expect(changedSettings(stored, { ...values, keepOldSecurityKey: true }, undefined)).toEqual({});
});

test('the first frame, which loads without the contract, has the same default name', () => {
  expect(FIRST_FRAME_NAME).toBe(DEFAULT_SYSTEM_NAME);
});
