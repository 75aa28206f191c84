import { describe, expect, it } from 'vitest';
import { actionText, changeSummary, fieldChanges } from './describe-entry.ts';

describe('an audit entry', () => {
  it('shows each field with what it was and what it became, nested ones by their path', () => {
    const before = { title: 'Old', isActive: true, events: [{ cap: 5 }], same: 1 };
    const after = { title: 'New', isActive: true, events: [{ cap: 6 }, { cap: 7 }], same: 1 };
    expect(fieldChanges({ before, after })).toEqual([
      { field: 'title', before: 'Old', after: 'New' },
      { field: 'events.0.cap', before: '5', after: '6' },
      { field: 'events.1.cap', before: undefined, after: '7' },
    ]);
  });

  it('shows what was made or removed on one side only', () => {
    expect(fieldChanges({ before: null, after: { status: 'pending' } })).toEqual([
      { field: 'status', before: undefined, after: 'pending' },
    ]);
    expect(fieldChanges({ before: { a: null }, after: null })).toEqual([{ field: 'a', before: '', after: undefined }]);
    expect(fieldChanges({ before: null, after: null })).toEqual([]);
  });

  it('is told in a line of at most three fields', () => {
    expect(changeSummary({ before: { a: 1, b: 2, c: 3, d: 4 }, after: { a: 2, b: 3, c: 4, d: 5 } })).toBe(
      'a: 1 → 2 · b: 2 → 3 · c: 3 → 4 · and 1 more',
    );
    expect(changeSummary({ before: { note: '' }, after: { note: 'x'.repeat(60) } })).toBe(
      `note: (empty) → ${'x'.repeat(31)}…`,
    );
  });

  it('has its action in words', () => {
    expect(actionText('withdrawals.retry-payment')).toBe('Withdrawals: retry payment');
    expect(actionText('auth.sign_in')).toBe('Auth: sign in');
    expect(actionText('odd')).toBe('Odd');
  });
});
