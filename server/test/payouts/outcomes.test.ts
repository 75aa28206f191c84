import { paise } from '@muneem/contract/money';
import { describe, expect, test } from 'vitest';
import type { OutboundResult } from '#platform/outbound-http/index.ts';
import * as bulkpe from '#features/payouts/bulkpe-answer.ts';
import { modeFor } from '#features/payouts/payout-mode.ts';
import type { PayoutOrder } from '#features/payouts/payout-provider.ts';
import { bankRules } from '#features/payouts/payout-rules.ts';
import { text } from '#features/payouts/provider-answer.ts';
import * as razorpayx from '#features/payouts/razorpayx-answer.ts';

/** Every answer that a provider may give, and the one outcome that follows. `npm run mutate` breaks the code and looks here. */
const order: PayoutOrder = {
  referenceId: 'MNM1',
  amountPaise: paise(10_050),
  mode: 'UPI',
  beneficiaryName: 'Asha',
  destination: { upiId: 'asha@okbank', accountNumber: null, ifscCode: null },
};
const answer = (status: number, body: unknown, truncated = false): OutboundResult => ({
  kind: 'answer',
  status,
  headers: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
  truncated,
  ms: 1,
});
const notSent: OutboundResult = { kind: 'not_sent', reason: 'connection', message: 'refused', ms: 1 };
const cut: OutboundResult = { kind: 'cut', reason: 'timeout', message: 'too late', ms: 1 };

test('only a provider that was reached and has looked knows of no transfer', () => {
  const nothing = { status: false, message: 'Transaction not found' };
  const knowsNone = (result: OutboundResult) => bulkpe.readLookedUp(result, order).unheardOf === true;
  expect([200, 400, 404, 422].map((status) => knowsNone(answer(status, nothing)))).toEqual([true, true, true, true]);
  expect([199, 300, 401, 403, 408, 429, 500, 503].filter((status) => knowsNone(answer(status, nothing)))).toEqual([]);
  for (const message of ["You Don't Have Access", 'Your IP is blocked: 1.2.3.4'])
    expect(knowsNone(answer(400, { ...nothing, message }))).toBe(false);
  expect(knowsNone(answer(200, {}))).toBe(false);
  expect(knowsNone(answer(200, { status: true, data: { transcation_id: 'T1' } }))).toBe(false);
  expect([notSent, cut, answer(404, '<p>not found</p>')].some(knowsNone)).toBe(false);
  const items = (...list: object[]) => razorpayx.readLookedUp(answer(200, { items: list }), order).unheardOf;
  expect([items(), items({ id: 'pout_1' }), items({}, {})]).toEqual([true, undefined, undefined]);
  expect(razorpayx.readLookedUp(answer(400, { error: { description: 'no' } }), order).unheardOf).toBeUndefined();
});

describe('Bulkpe', () => {
  const data = { transcation_id: 'T1', amount: 100.5, reference_id: 'MNM1', status: 'SUCCESS', utr: 'U1' };
  const said = (change: object = {}, envelope: object = {}) =>
    answer(200, { status: true, statusCode: 200, message: 'ok', data: { ...data, ...change }, ...envelope });
  const both = [bulkpe.readInitiated, bulkpe.readLookedUp] as const;

  test.each([
    [{}, 'paid'],
    [{ status: 'PENDING' }, 'in_flight'],
    [{ status: 'FAILED' }, 'not_paid'],
    [{ amount: '100.50' }, 'paid'],
    [{ amount: null }, 'paid'],
    [{ amount: undefined }, 'paid'],
    [{ reference_id: null }, 'paid'],
    [{ reference_id: undefined }, 'paid'],
  ])('%j is %s', (change, kind) => {
    for (const read of both) {
      const outcome = read(said(change), order);
      expect(outcome).toMatchObject({ kind, providerTransactionId: 'T1', utr: 'U1' });
      expect(outcome.strange).toBeUndefined();
    }
  });
  test.each([
    [{ status: 'success' }, /"success", which is not in its documentation/, true],
    [{ status: 'QUEUED' }, /"QUEUED"/, true],
    [{ status: undefined }, /no status/, undefined],
    [{ status: ' ' }, /no status/, undefined],
    [{ amount: 100.49 }, /another amount/, true],
    [{ amount: 1.005 }, /another amount/, true],
    [{ amount: 10_050 }, /another amount/, true],
    [{ amount: '1e2' }, /another amount/, true],
    [{ amount: '100.5x' }, /another amount/, true],
    [{ amount: '' }, /another amount/, true],
    [{ amount: {} }, /another amount/, true],
    [{ reference_id: 'MNM2' }, /another reference/, true],
    [{ reference_id: 7 }, /another reference/, true],
  ])('%j is unknown', (change, error, strange) => {
    for (const read of both)
      expect(read(said(change), order)).toMatchObject({ kind: 'unknown', error: expect.stringMatching(error) });
    expect(bulkpe.readInitiated(said(change), order).strange).toBe(strange);
    expect(bulkpe.readInitiated(said(change), order).providerTransactionId).toBe('T1');
  });
  test('the reason of a failure is the most exact that there is; a paid one has none', () => {
    const failed = { status: 'FAILED', statusDescription: 'Bank down', message: 'Failed' };
    expect(bulkpe.readLookedUp(said(failed), order).error).toBe('Bank down');
    expect(bulkpe.readLookedUp(said({ ...failed, statusDescription: '' }), order).error).toBe('Failed');
    expect(bulkpe.readLookedUp(said({ status: 'FAILED' }), order).error).toBe('ok');
    expect(bulkpe.readLookedUp(said(), order).error).toBeUndefined();
    expect(bulkpe.readLookedUp(said(), order)).toMatchObject({
      providerStatus: 'SUCCESS',
      answer: expect.stringContaining('T1'),
    });
    expect(
      bulkpe.readLookedUp(said({ transcation_id: undefined, transaction_id: 'T2' }), order).providerTransactionId,
    ).toBe('T2');
  });
  test.each([400, 401, 402, 403, 422])('%i with an envelope that says false is refused', (status) => {
    const refusal = answer(status, { status: false, message: 'Insufficient balance' });
    expect(bulkpe.readInitiated(refusal, order)).toMatchObject({
      kind: 'refused',
      error: 'Insufficient balance',
      answer: expect.any(String),
    });
    expect(bulkpe.readLookedUp(refusal, order)).toMatchObject({
      kind: 'unknown',
      error: expect.stringContaining(`${status}: Insufficient`),
    });
  });
  test.each([
    [400, { status: true, message: 'No' }],
    [400, { message: 'No' }],
    [400, { status: false }],
    [400, { status: false, message: 'No', data: { status: 'FAILED' } }],
    [400, { status: false, message: 'Reference id already used' }],
    [400, { status: false, message: 'This id exists' }],
    [400, { status: false, message: 'DUPLICATE' }],
    [400, { status: false, message: 'A repeat' }],
    [404, { status: false, message: 'No' }],
    [409, { status: false, message: 'No' }],
    [429, { status: false, message: 'No' }],
    [500, { status: false, message: 'No' }],
    [199, { status: false, message: 'No', data }],
    [300, { status: true, data }],
    [302, { status: true, data }],
  ])('%i %j is unknown', (status, body) => {
    for (const read of both)
      expect(read(answer(status, body), order)).toMatchObject({
        kind: 'unknown',
        error: expect.stringContaining(String(status)),
      });
  });
  test.each(['', '<h1>200</h1>', '[]', 'null', '"SUCCESS"', '{"status":'])('200 with %j is unknown', (body) => {
    for (const read of both)
      expect(read(answer(200, body), order)).toMatchObject({
        kind: 'unknown',
        error: expect.stringContaining('not its format'),
        answer: body,
      });
  });
  test('what was not sent, was cut off, or was too long', () => {
    expect(bulkpe.readInitiated(notSent, order)).toEqual({
      kind: 'not_sent',
      error: 'The payout provider could not be reached: refused',
    });
    expect(bulkpe.readLookedUp(notSent, order)).toMatchObject({
      kind: 'unknown',
      error: expect.stringContaining('refused'),
    });
    for (const read of both) {
      expect(read(cut, order)).toMatchObject({ kind: 'unknown', error: expect.stringContaining('too late') });
      expect(read(answer(200, { data }, true), order).kind).toBe('unknown');
    }
    expect(
      bulkpe.readInitiated(answer(200, { data: { ...data, note: 'x'.repeat(5_000) } }), order).answer,
    ).toHaveLength(2_048);
    expect(bulkpe.readInitiated(answer(204, { data }), order).kind).toBe('paid');
    expect(bulkpe.readInitiated(answer(200, { status: true, data: [data] }), order).kind).toBe('unknown');
  });
  test('the statement: every entry or none', () => {
    const entry = { ...data, createdAt: '2026-11-20T10:00:00Z' };
    expect(
      bulkpe.readStatement({ data: [entry, { ...entry, status: 'FAILED', utr: '' }, { ...entry, status: 'ODD' }] }),
    ).toEqual([
      {
        providerTransactionId: 'T1',
        referenceId: 'MNM1',
        amountPaise: 10_050,
        word: 'SUCCESS',
        outcome: 'paid',
        utr: 'U1',
        madeAt: new Date('2026-11-20T10:00:00Z'),
      },
      {
        providerTransactionId: 'T1',
        referenceId: 'MNM1',
        amountPaise: 10_050,
        word: 'FAILED',
        outcome: 'not_paid',
        utr: null,
        madeAt: new Date('2026-11-20T10:00:00Z'),
      },
      {
        providerTransactionId: 'T1',
        referenceId: 'MNM1',
        amountPaise: 10_050,
        word: 'ODD',
        outcome: 'unknown',
        utr: 'U1',
        madeAt: new Date('2026-11-20T10:00:00Z'),
      },
    ]);
    const other = { transaction_id: 'T2', amount: '7', trx_status: 'PENDING', created_at: '2026-11-20T10:00:00Z' };
    expect(bulkpe.readStatement({ data: [other] })).toMatchObject([
      { providerTransactionId: 'T2', referenceId: '', amountPaise: 700, word: 'PENDING', outcome: 'in_flight' },
    ]);
    expect(bulkpe.readStatement({ data: [] })).toEqual([]);
    for (const wrong of [
      7,
      null,
      { ...entry, transcation_id: '' },
      { ...entry, amount: 'x' },
      { ...entry, createdAt: 'never' },
      { ...entry, createdAt: undefined },
    ])
      expect(bulkpe.readStatement({ data: [entry, wrong] })).toBeUndefined();
    expect(bulkpe.readStatement({})).toBeUndefined();
    expect(bulkpe.readStatement({ data: {} })).toBeUndefined();
  });
});

describe('RazorpayX', () => {
  const payout = {
    id: 'pout_1',
    amount: 10_050,
    currency: 'INR',
    reference_id: 'MNM1',
    status: 'processed',
    utr: 'U1',
  };
  const made = (change: object = {}) => answer(200, { ...payout, ...change });
  const found = (...items: unknown[]) => answer(200, { entity: 'collection', items });
  const error = (status: number, description?: string, more: object = {}) =>
    answer(status, { error: { code: 'BAD_REQUEST_ERROR', description }, ...more });

  test.each([
    ['processed', 'paid'],
    ['queued', 'in_flight'],
    ['pending', 'in_flight'],
    ['scheduled', 'in_flight'],
    ['processing', 'in_flight'],
    ['reversed', 'not_paid'],
    ['cancelled', 'not_paid'],
    ['rejected', 'not_paid'],
    ['failed', 'not_paid'],
  ])('%s is %s', (status, kind) => {
    const wanted = { kind, providerTransactionId: 'pout_1', utr: 'U1', providerStatus: status };
    expect(razorpayx.readInitiated(made({ status }), order)).toMatchObject(wanted);
    expect(razorpayx.readLookedUp(found({ ...payout, status }), order)).toMatchObject(wanted);
  });
  test.each([
    [{ status: 'PROCESSED' }, true],
    [{ status: undefined }, undefined],
    [{ amount: 100.5 }, true],
    [{ amount: '10050' }, true],
    [{ amount: undefined }, true],
    [{ currency: 'USD' }, true],
    [{ reference_id: 'MNM2' }, true],
  ])('%j is unknown', (change, strange) => {
    for (const outcome of [
      razorpayx.readInitiated(made(change), order),
      razorpayx.readLookedUp(found({ ...payout, ...change }), order),
    ]) {
      expect(outcome).toMatchObject({ kind: 'unknown', error: expect.any(String), providerTransactionId: 'pout_1' });
      expect(outcome.error).not.toBe('');
      expect(outcome.strange).toBe(strange);
    }
  });
  test('a currency or reference that it leaves out does not matter', () => {
    for (const change of [{ currency: undefined }, { reference_id: undefined }, { reference_id: null }])
      expect(razorpayx.readInitiated(made(change), order).kind).toBe('paid');
  });
  test('the reason is the most exact that there is', () => {
    const failed = {
      status: 'failed',
      failure_reason: 'Bank down',
      status_details: { description: 'Beneficiary bank is down' },
    };
    expect(razorpayx.readInitiated(made(failed), order).error).toBe('Beneficiary bank is down');
    expect(razorpayx.readInitiated(made({ ...failed, status_details: null }), order).error).toBe('Bank down');
    expect(razorpayx.readInitiated(made({ ...failed, status: 'processed' }), order).error).toBeUndefined();
  });
  test.each([400, 401, 403])('%i with an error is refused', (status) => {
    expect(razorpayx.readInitiated(error(status, 'No balance'), order)).toMatchObject({
      kind: 'refused',
      error: 'No balance',
      answer: expect.any(String),
    });
    expect(razorpayx.readLookedUp(error(status, 'No balance'), order)).toMatchObject({
      kind: 'unknown',
      error: expect.stringContaining(`${status}: No balance`),
    });
  });
  test.each([
    [400, 'Different request body sent for the same idempotency key', {}],
    [400, 'Already processed', {}],
    [400, 'It exists', {}],
    [400, 'Duplicate request', {}],
    [400, 'Used with the same key', {}],
    [400, 'Another request is in progress', {}],
    [400, undefined, {}],
    [400, 'No', { id: 'pout_1' }],
    [402, 'No', {}],
    [404, 'No', {}],
    [429, 'No', {}],
    [500, 'No', {}],
    [502, undefined, {}],
  ])('%i %s is unknown', (status, description, more) => {
    expect(razorpayx.readInitiated(error(status, description, more), order)).toMatchObject({
      kind: 'unknown',
      error: expect.stringContaining(String(status)),
    });
  });
  test('statuses around 200', () => {
    expect(razorpayx.readInitiated(answer(201, payout), order).kind).toBe('paid');
    expect(razorpayx.readInitiated(answer(300, payout), order).kind).toBe('unknown');
    expect(razorpayx.readInitiated(answer(199, payout), order).kind).toBe('unknown');
    expect(razorpayx.readLookedUp(answer(300, { items: [payout] }), order).kind).toBe('unknown');
    expect(razorpayx.readLookedUp(answer(199, { items: [payout] }), order).kind).toBe('unknown');
  });
  test('a look-up that finds none, several, or nonsense', () => {
    expect(razorpayx.readLookedUp(found(), order)).toMatchObject({
      kind: 'unknown',
      error: expect.stringContaining('does not know'),
    });
    expect(razorpayx.readLookedUp(found(), order).strange).toBeUndefined();
    expect(razorpayx.readLookedUp(found(payout, payout), order)).toMatchObject({
      kind: 'unknown',
      strange: true,
      error: expect.stringContaining('several'),
    });
    expect(razorpayx.readLookedUp(found('x'), order)).toMatchObject({ kind: 'unknown', strange: true });
    expect(razorpayx.readLookedUp(answer(200, payout), order).kind).toBe('unknown');
    for (const read of [razorpayx.readInitiated, razorpayx.readLookedUp]) {
      expect(read(cut, order).kind).toBe('unknown');
      expect(read(answer(200, '<html>'), order).kind).toBe('unknown');
    }
    expect(razorpayx.readInitiated(notSent, order).kind).toBe('not_sent');
    expect(razorpayx.readLookedUp(notSent, order)).toMatchObject({
      kind: 'unknown',
      error: expect.stringContaining('refused'),
    });
  });
  test('the statement: every entry or none', () => {
    const entry = { ...payout, created_at: 1_700_000_000 };
    const right = {
      providerTransactionId: 'pout_1',
      referenceId: 'MNM1',
      amountPaise: 10_050,
      word: 'processed',
      outcome: 'paid',
      utr: 'U1',
      madeAt: new Date(1_700_000_000_000),
    };
    expect(razorpayx.readStatement({ items: [entry] })).toEqual([right]);
    expect(
      razorpayx.readStatement({ items: [{ ...entry, status: undefined, reference_id: null, utr: null }] }),
    ).toEqual([{ ...right, word: '', outcome: 'unknown', referenceId: '', utr: null }]);
    expect(
      razorpayx.readStatement({
        items: [
          { ...entry, status: 'reversed' },
          { ...entry, status: 'queued' },
        ],
      }),
    ).toMatchObject([{ outcome: 'not_paid' }, { outcome: 'in_flight' }]);
    for (const wrong of [7, { ...entry, id: '' }, { ...entry, amount: '1' }, { ...entry, created_at: '2026' }])
      expect(razorpayx.readStatement({ items: [entry, wrong] })).toBeUndefined();
    expect(razorpayx.readStatement({})).toBeUndefined();
  });
});

test('UPI goes by UPI, up to ₹5,00,000 to an account by IMPS, above by RTGS', () => {
  const account = { upiId: null, accountNumber: '1', ifscCode: 'x' } as const;
  expect(modeFor(order.destination, paise(1))).toBe('UPI');
  expect(modeFor(account, paise(500_000_00))).toBe('IMPS');
  expect(modeFor(account, paise(500_000_01))).toBe('RTGS');
});

test('field rules, at their edges', () => {
  const rules = { accountNumber: /^\d{3}$/, upiMaxLength: 11 };
  const upi = (amount: number, upiId = 'asha@okbank') =>
    bankRules({ amountPaise: paise(amount), destination: { upiId, accountNumber: null, ifscCode: null } }, rules);
  const bank = (accountNumber: string, ifscCode: string, amount = 100) =>
    bankRules({ amountPaise: paise(amount), destination: { upiId: null, accountNumber, ifscCode } }, rules);
  expect(upi(100)).toBeUndefined();
  expect(upi(100_000_00)).toBeUndefined();
  expect(upi(99)).toEqual({ coins: expect.stringContaining('₹1.') });
  expect(upi(100_000_01)).toEqual({ coins: expect.stringContaining('1,00,000') });
  expect(upi(100, 'ashaa@okbank')).toEqual({ upiId: expect.stringContaining('does not take') });
  expect(bank('123', 'HDFC0001234')).toBeUndefined();
  expect(bank('123', 'HDFC0001234', 100_000_01)).toBeUndefined();
  expect(bank('12', 'HDFC1001234')).toEqual({
    accountNumber: expect.stringContaining('account'),
    ifscCode: expect.stringContaining('IFSC'),
  });
  expect(bank('123', 'hdfc0001234')).toHaveProperty('ifscCode');
});

test('texts are trimmed, cut at 300 characters, and numbers are texts', () => {
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
