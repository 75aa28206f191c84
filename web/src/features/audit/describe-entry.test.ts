import { actionText } from '@muneem/contract/audit';
import { describe, expect, it } from 'vitest';
import { changeSummary, fieldChanges, recordText } from './describe-entry.ts';

describe('an audit entry', () => {
  it('shows each field before and after, nested fields by their path', () => {
    const before = { title: 'Old', isActive: true, events: [{ cap: 5 }], same: 1 };
    const after = { title: 'New', isActive: true, events: [{ cap: 6 }, { cap: 7 }], same: 1 };
    expect(fieldChanges({ before, after })).toEqual([
      { field: 'Title', before: 'Old', after: 'New' },
      { field: 'Events 1, cap', before: '5', after: '6' },
      { field: 'Events 2, cap', before: undefined, after: '7' },
    ]);
  });

  it('shows amounts in rupees', () => {
    const changes = fieldChanges({ before: { amountPaise: 5_200 }, after: { amountPaise: 12_345_600 } });
    expect(changes).toEqual([{ field: 'Amount', before: '₹52.00', after: '₹1,23,456.00' }]);
  });

  it('shows created and deleted fields on one side only', () => {
    expect(fieldChanges({ before: null, after: { status: 'pending' } })).toEqual([
      { field: 'Status', before: undefined, after: 'pending' },
    ]);
    expect(fieldChanges({ before: { a: null }, after: null })).toEqual([{ field: 'A', before: '', after: undefined }]);
    expect(fieldChanges({ before: null, after: null })).toEqual([]);
  });

  it('is summarised in a line of at most three fields', () => {
    expect(changeSummary({ before: { a: 1, b: 2, c: 3, d: 4 }, after: { a: 2, b: 3, c: 4, d: 5 } })).toBe(
      'A: 1 → 2 · B: 2 → 3 · C: 3 → 4 · and 1 more',
    );
    expect(changeSummary({ before: { note: '' }, after: { note: 'x'.repeat(60) } })).toBe(
      `Note: (empty) → ${'x'.repeat(31)}…`,
    );
  });

  it('uses the labels of the Settings screen, and readable names for other fields and records', () => {
    const before = { bulkpeApiKey: '…1234', securityKey: '…AAAA', autoPayoutEnabled: false };
    const after = { bulkpeApiKey: '…5678', securityKey: '…BBBB', autoPayoutEnabled: true };
    expect(fieldChanges({ before, after })).toEqual([
      { field: 'Payout provider API key', before: '…1234', after: '…5678' },
      { field: 'Security token', before: '…AAAA', after: '…BBBB' },
      { field: 'Auto Payout', before: 'No', after: 'Yes' },
    ]);
    expect(
      changeSummary({ before: null, after: { fields: ['bulkpeApiKey'], referenceId: 'M-1', ip_whitelist: '' } }),
    ).toBe('Fields 1: Payout provider API key · Reference ID: M-1 · IP whitelist: (empty)');
    expect(recordText({ recordType: 'custom_postback', recordId: 'cpb_1' })).toBe('Custom postback cpb_1');
    expect(recordText({ recordType: 'settings', recordId: 'settings' })).toBe('Settings');
  });

  it('has a readable action name', () => {
    expect(actionText('withdrawals.retry-payment')).toBe('Withdrawals: retry payment');
    expect(actionText('auth.sign_in')).toBe('Auth: sign in');
    expect(actionText('settings.reveal-api-key')).toBe('Settings: reveal API key');
    expect(actionText('settings.end-old-security-key')).toBe('Settings: end old security token');
    expect(actionText('odd')).toBe('Odd');
  });
});
