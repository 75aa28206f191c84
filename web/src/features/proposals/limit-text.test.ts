import { expect, test } from 'vitest';
import { limitText } from './limit-text.ts';

const limits = { withdrawal: 10_000, day: 50_000, run: 100_000, manualDay: 500 };
const used = { limits, approvedToday: 44_000, paidByHandToday: 450, deciders: ['Asha', 'Ravi'] };
const noLimits = { withdrawal: null, day: null, run: null, manualDay: null };

test.each([
  ['at the limit', 'withdrawals', [5_000], undefined],
  ['one withdrawal', 'withdrawals', [12_000], '₹12,000 is above your limit of ₹10,000. Asha or Ravi must confirm.'],
  ['paise', 'withdrawals', [10_000.5], '₹10,000.50 is above your limit of ₹10,000. Asha or Ravi must confirm.'],
  [
    'some of several',
    'withdrawals',
    [12_000, 10_001, 10],
    '2 of these are above your limit of ₹10,000. Asha or Ravi must confirm.',
  ],
  [
    'the day',
    'withdrawals',
    [6_000, 1],
    'With ₹6,001 you reach ₹50,001 today, above your limit of ₹50,000 for a day. Asha or Ravi must confirm.',
  ],
  ['exactly the day', 'withdrawals', [6_000], undefined],
  [
    'a bulk run',
    'withdrawals run',
    [1_50_000],
    '₹1,50,000 is above your limit of ₹1,00,000 for a bulk run. Asha or Ravi must confirm.',
  ],
  [
    'a bulk run below its limit that passes the day',
    'withdrawals run',
    [60_000],
    'With ₹60,000 you reach ₹1,04,000 today, above your limit of ₹50,000 for a day. Asha or Ravi must confirm.',
  ],
  [
    'payments by hand',
    'byHand',
    [20, 31],
    'With ₹51 you reach ₹501 today, above your limit of ₹500 for a day. Asha or Ravi must confirm.',
  ],
] as const)('compares %s with the limits of one person', (_what, kind, amounts, text) => {
  const isRun = kind === 'withdrawals run';
  expect(limitText({ kind: isRun ? 'withdrawals' : kind, isRun, amounts }, used)).toBe(text);
});

test('says nothing without limits, and says so if there is nobody to confirm', () => {
  expect(limitText({ kind: 'withdrawals', amounts: [1_000_000] }, { ...used, limits: noLimits })).toBeUndefined();
  expect(limitText({ kind: 'withdrawals', amounts: [12_000] }, { ...used, deciders: [] })).toBe(
    '₹12,000 is above your limit of ₹10,000. No other administrator can confirm it.',
  );
});
