import { paise } from '@muneem/contract/money';
import { expect, test } from 'vitest';
import * as bulkpe from '#features/payouts/bulkpe-answer.ts';
import { modeFor, bankRules } from '#features/payouts/payout-rules.ts';
import { text } from '#features/payouts/provider-answer.ts';
import * as razorpayx from '#features/payouts/razorpayx-answer.ts';
import type { OutboundResult } from '#platform/outbound-http/index.ts';
import { answer, cut, notSent, order } from './provider-answers.ts';

test('sets referenceUnknown only if the provider answered that it has no such transfer', () => {
  const nothing = { status: false, message: 'Transaction not found' };
  const knowsNone = (result: OutboundResult) => bulkpe.readLookedUp(result, order).referenceUnknown === true;
  expect([200, 400, 404, 422].map((status) => knowsNone(answer(status, nothing)))).toEqual([true, true, true, true]);
  expect([199, 300, 401, 403, 407, 408, 429, 500, 503].filter((status) => knowsNone(answer(status, nothing)))).toEqual(
    [],
  );
  for (const message of ["You Don't Have Access", 'Your IP is blocked: 1.2.3.4'])
    expect(knowsNone(answer(400, { ...nothing, message }))).toBe(false);
  expect(knowsNone(answer(200, {}))).toBe(false);
  expect(knowsNone(answer(200, { status: true, data: { transcation_id: 'T1' } }))).toBe(false);
  expect([notSent, cut, answer(404, '<p>not found</p>')].some(knowsNone)).toBe(false);
  const items = (...list: object[]) => razorpayx.readLookedUp(answer(200, { items: list }), order).referenceUnknown;
  expect([items(), items({ id: 'pout_1' }), items({}, {})]).toEqual([true, undefined, undefined]);
  expect(razorpayx.readLookedUp(answer(400, { error: { description: 'no' } }), order).referenceUnknown).toBeUndefined();
});

test('pays UPI by UPI, and accounts by IMPS up to ₹5,00,000 and by RTGS above', () => {
  const account = { upiId: null, accountNumber: '1', ifscCode: 'x' } as const;
  expect(modeFor(order.destination, paise(1))).toBe('UPI');
  expect(modeFor(account, paise(500_000_00))).toBe('IMPS');
  expect(modeFor(account, paise(500_000_01))).toBe('RTGS');
});

test('applies the field rules at their limits', () => {
  const rules = { accountNumber: /^\d{3}$/, upiMaxLength: 11 };
  const upi = (amount: number, upiId = 'asha@okbank') =>
    bankRules({ amountPaise: paise(amount), destination: { upiId, accountNumber: null, ifscCode: null } }, rules);
  const bank = (accountNumber: string, ifscCode: string, amount = 100) =>
    bankRules({ amountPaise: paise(amount), destination: { upiId: null, accountNumber, ifscCode } }, rules);
  expect(upi(100)).toBeUndefined();
  expect(upi(100_000_00)).toBeUndefined();
  expect(upi(99)).toEqual({ coins: expect.stringContaining('₹1.') });
  expect(upi(100_000_01)).toEqual({ coins: expect.stringContaining('1,00,000') });
  expect(upi(100, 'ashaa@okbank')).toEqual({ upiId: expect.stringContaining('does not accept') });
  expect(bank('123', 'HDFC0001234')).toBeUndefined();
  expect(bank('123', 'HDFC0001234', 100_000_01)).toBeUndefined();
  expect(bank('12', 'HDFC1001234')).toEqual({
    accountNumber: expect.stringContaining('account'),
    ifscCode: expect.stringContaining('IFSC'),
  });
  expect(bank('123', 'hdfc0001234')).toHaveProperty('ifscCode');
});

test('trims texts, cuts them at 300 characters and accepts numbers', () => {
  expect([text(' a '), text(''), text('  '), text(7), text(null), text({})]).toEqual([
    'a',
    undefined,
    undefined,
    '7',
    undefined,
    undefined,
  ]);
  expect(text('x'.repeat(400))).toHaveLength(300);
});
