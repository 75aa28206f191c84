import { DEFAULT_SYSTEM_NAME, type SettingsView } from '@muneem/contract/settings';
import { expect, test } from 'vitest';
import { DEFAULT_SYSTEM_NAME as SHOWN_NAME } from '#lib/system-name.ts';
import { changedSettings, describeChange, hasSameValues, keepOwnChanges, valuesOf } from './changed-settings.ts';

const stored: SettingsView = {
  securityKey: 'A'.repeat(32),
  domain: 'https://rewards.example',
  adminEmail: 'desk@rewards.example',
  systemName: 'Punya Rewards',
  bulkpeApiKey: '••••••••1234',
  oldSecurityKey: null,
  autoPayoutFlags: ['shared_upi', 'burst'],
  autoPayoutUserLimit: null,
  autoPayoutDayLimit: 100_000,
  secondPersonWithdrawal: 10_000,
  secondPersonDay: null,
  secondPersonRun: null,
  secondPersonManualDay: null,
  updatedAt: '2026-11-21T06:30:00Z',
  version: 3,
};
const values = valuesOf(stored);

test('an empty system name becomes the default and is shown in the review', () => {
  const change = changedSettings(stored, { ...values, systemName: ' ' }, undefined);
  expect(change).toEqual({ systemName: DEFAULT_SYSTEM_NAME });
  expect(describeChange(stored, change)).toEqual([
    { name: 'System name', before: 'Punya Rewards', after: DEFAULT_SYSTEM_NAME },
  ]);
});

test('an empty system name is no change if the default is stored', () => {
  const unnamed = { ...stored, systemName: DEFAULT_SYSTEM_NAME };
  expect(changedSettings(unnamed, { ...values, systemName: '' }, undefined)).toEqual({});
});

test('an empty admin email is a change', () => {
  expect(changedSettings(stored, { ...values, adminEmail: '' }, undefined)).toEqual({ adminEmail: '' });
});

// covers 001-4.15
test('sends each edited field, alone and together', () => {
  const edited = {
    securityKey: 'B'.repeat(32),
    domain: 'https://offers.example',
    systemName: 'Desk',
    adminEmail: 'new@rewards.example',
    bulkpeApiKey: 'key-5678',
  };
  // A new token keeps the old one for a day, unless the admin unticks the box.
  const keepOld = { keepOldSecurityKey: true };
  for (const [name, value] of Object.entries(edited)) {
    const sent = { [name]: value, ...(name === 'securityKey' ? keepOld : {}) };
    expect(changedSettings(stored, { ...values, [name]: value }, undefined)).toEqual(sent);
  }
  expect(changedSettings(stored, { ...values, ...edited }, undefined)).toEqual({ ...edited, ...keepOld });
  expect(changedSettings(stored, { ...values, bulkpeApiKey: 'shown' }, 'shown')).toEqual({});
});

test('describes Auto Payout flags and limits, and keeps them after another admin saved', () => {
  const edited = {
    ...values,
    autoPayoutFlags: ['fresh_account', 'shared_upi'],
    autoPayoutUserLimit: 2_500,
    autoPayoutDayLimit: 250_000,
  };
  const change = changedSettings(stored, edited, undefined);
  expect(change).toEqual({
    autoPayoutFlags: ['shared_upi', 'fresh_account'],
    autoPayoutUserLimit: 2_500,
    autoPayoutDayLimit: 250_000,
  });
  expect(describeChange(stored, change)).toEqual([
    {
      name: 'Auto Payout leaves to an admin',
      before: 'UPI shared with other users, More than 3 withdrawals of one user within an hour',
      after: 'UPI shared with other users, Joined less than 24 hours before',
    },
    { name: 'Auto Payout limit per user and day', before: 'The same as for one withdrawal', after: '₹2,500' },
    { name: 'Auto Payout limit per day', before: '₹1,00,000', after: '₹2,50,000' },
  ]);
  const theirs = { ...stored, autoPayoutFlags: [], autoPayoutUserLimit: 900, version: 4 };
  expect(hasSameValues(stored, theirs)).toBe(false);
  const mine = { autoPayoutUserLimit: null };
  const next = keepOwnChanges(theirs, values, mine);
  expect(changedSettings(theirs, next, undefined)).toEqual(mine);
});

test('describes the limits of one person: a number sets a limit, an empty field removes it', () => {
  const edited = { ...values, secondPersonWithdrawal: '', secondPersonDay: 50_000, secondPersonRun: 250_000 };
  const change = changedSettings(stored, edited, undefined);
  expect(change).toEqual({ secondPersonWithdrawal: null, secondPersonDay: 50_000, secondPersonRun: 250_000 });
  expect(describeChange(stored, change)).toEqual([
    { name: 'Second person above, for one withdrawal', before: '₹10,000', after: 'No limit' },
    {
      name: 'Second person above, for approvals of one person in a day',
      before: 'No limit',
      after: '₹50,000',
    },
    { name: 'Second person above, for a bulk run', before: 'No limit', after: '₹2,50,000' },
  ]);
  const theirs = { ...stored, secondPersonManualDay: 900, version: 4 };
  expect(hasSameValues(stored, theirs)).toBe(false);
  const next = keepOwnChanges(theirs, values, { secondPersonDay: 50_000 });
  expect(changedSettings(theirs, next, undefined)).toEqual({ secondPersonDay: 50_000 });
});

test('describes the end of the old token: at once, or after a day on request', () => {
  const securityKey = 'B'.repeat(32);
  const token = { name: 'Security token', before: '…AAAA', after: '…BBBB' };
  for (const [keepOldSecurityKey, after] of [
    [false, 'stops working at once'],
    [true, 'accepted for another 24 hours'],
  ] as const) {
    const change = changedSettings(stored, { ...values, securityKey, keepOldSecurityKey }, undefined);
    expect(change).toEqual({ securityKey, ...(keepOldSecurityKey ? { keepOldSecurityKey } : {}) });
    expect(describeChange(stored, change)).toEqual([token, { name: 'Old security token', before: '…AAAA', after }]);
  }
  expect(changedSettings(stored, { ...values, keepOldSecurityKey: false }, undefined)).toEqual({});
});

test('keeps only the own changes after another admin saved', () => {
  const theirs = { ...stored, domain: 'https://theirs.example', systemName: 'Theirs', version: 4 };
  const edited = { ...values, systemName: 'Mine', keepOldSecurityKey: true };
  const next = keepOwnChanges(theirs, edited, { systemName: 'Mine' });
  expect(next).toMatchObject({ domain: 'https://theirs.example', systemName: 'Mine', keepOldSecurityKey: true });
  expect(changedSettings(theirs, next, undefined)).toEqual({ systemName: 'Mine' });
  expect(hasSameValues(stored, theirs)).toBe(false);
  expect(hasSameValues(stored, { ...stored, version: 4, updatedAt: '2026-11-21T07:00:00Z' })).toBe(true);
});

test('the sign-in page has the contract’s default name', () => {
  expect(SHOWN_NAME).toBe(DEFAULT_SYSTEM_NAME);
});
