import { expect, test } from 'vitest';
import { limitText, type Payments } from './limit-text.ts';

const limits = { withdrawal: 10_000, day: 50_000, run: 100_000, manualDay: 500 };
const used = { limits, approvedToday: 44_000, paidByHandToday: 450, deciders: ['Asha', 'Ravi'] };
const noLimits = { withdrawal: null, day: null, run: null, manualDay: null };

const one = (amount: number): Payments => ({ kind: 'withdrawals', total: amount, each: [amount] });
const run = (total: number, each: readonly number[] = []): Payments => ({
  kind: 'withdrawals',
  total,
  each,
  isRun: true,
});
const WHO = 'Asha or Ravi must confirm.';

test.each([
  ['a withdrawal below the limits', one(5_000), undefined],
  ['a withdrawal', one(12_000), `₹12,000 is above your limit of ₹10,000. ${WHO}`],
  ['paise', one(10_000.5), `₹10,000.50 is above your limit of ₹10,000. ${WHO}`],
  ['exactly the limit of the day', one(6_000), undefined],
  ['the day', one(6_001), `With ₹6,001 you reach ₹50,001 today, above your limit of ₹50,000 for a day. ${WHO}`],
  ['a bulk run', run(150_000), `₹1,50,000 is above your limit of ₹1,00,000 for a bulk run. ${WHO}`],
  [
    'the withdrawals of a bulk run',
    run(22_011, [12_000, 10_001, 10]),
    '2 of these are above your limit of ₹10,000. The run leaves them: approve each alone.',
  ],
  [
    'a bulk run with the day',
    run(60_000),
    'With ₹60,000 you reach ₹1,04,000 today, above your limit of ₹50,000 for a day. The run leaves what is above it.',
  ],
  [
    'payments by hand',
    { kind: 'byHand', total: 51 },
    `With ₹51 you reach ₹501 today, above your limit of ₹500 for a day. ${WHO}`,
  ],
] as const)('compares %s with the limits of one person', (_what, payments, text) => {
  expect(limitText(payments, used)).toBe(text);
});

test('says nothing without limits, and says so if no other administrator can confirm', () => {
  expect(limitText(one(1_000_000), { ...used, limits: noLimits })).toBeUndefined();
  expect(limitText(one(12_000), { ...used, deciders: [] })).toBe(
    '₹12,000 is above your limit of ₹10,000. No other administrator can confirm it.',
  );
});
