import { describe, expect, test } from 'vitest';
import * as bulkpe from '#features/payouts/bulkpe-answer.ts';
import { answer, cut, notSent, order } from './provider-answers.ts';

/** Every possible answer of the provider and its outcome. */
describe('Bulkpe', () => {
  const data = { transcation_id: 'T1', amount: 100.5, reference_id: 'MNM1', status: 'SUCCESS', utr: 'U1' };
  const answerWith = (change: object = {}, envelope: object = {}) =>
    answer(200, { status: true, statusCode: 200, message: 'ok', data: { ...data, ...change }, ...envelope });
  const both = [bulkpe.readInitiated, bulkpe.readLookedUp] as const;

  test.each([
    [{}, 'paid'],
    [{ status: 'PENDING' }, 'in_flight'],
    [{ status: 'FAILED' }, 'not_paid'],
    [{ amount: '100.50' }, 'paid'],
    [{ amount: null }, 'paid'],
    [{ amount: undefined }, 'paid'],
    [{ amount: '₹100.50' }, 'paid'],
    [{ type: 'Debit' }, 'paid'],
  ])('%j is %s', (change, kind) => {
    for (const read of both) {
      const outcome = read(answerWith(change), order);
      expect(outcome).toMatchObject({ kind, providerTransactionId: 'T1', utr: 'U1' });
      expect(outcome.strange).toBeUndefined();
    }
  });
  test.each([
    [{ status: 'success' }, /undocumented status "success"/, true],
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
    [{ type: 'Credit' }, /about a credit/, true],
    [{ type: 'CR' }, /about a credit/, true],
  ])('%j is unknown', (change, error, strange) => {
    for (const read of both)
      expect(read(answerWith(change), order)).toMatchObject({ kind: 'unknown', error: expect.stringMatching(error) });
    expect(bulkpe.readInitiated(answerWith(change), order).strange).toBe(strange);
    expect(bulkpe.readInitiated(answerWith(change), order).providerTransactionId).toBe('T1');
  });
  test.each([
    [{ reference_id: 'MNM2' }, /another reference/],
    [{ reference_id: 7 }, /another reference/],
    [{ reference_id: null }, /without our reference/],
    [{ reference_id: '' }, /without our reference/],
  ])('%j confirms nothing, and its id is not kept', (change, error) => {
    for (const read of both)
      for (const status of ['SUCCESS', 'FAILED', 'PENDING']) {
        const outcome = read(answerWith({ status, ...change }), order);
        expect(outcome).toMatchObject({ kind: 'unknown', strange: true, error: expect.stringMatching(error) });
        expect(outcome.providerTransactionId).toBeUndefined();
      }
  });
  test('needs no reference in the answer to a payment, and in a look-up only without the stored id', () => {
    const without = answerWith({ reference_id: undefined });
    expect(bulkpe.readInitiated(without, order)).toMatchObject({ kind: 'paid', providerTransactionId: 'T1' });
    expect(bulkpe.readLookedUp(without, order).kind).toBe('unknown');
    expect(bulkpe.readLookedUp(without, { ...order, providerTransactionId: 'T1' }).kind).toBe('paid');
    expect(bulkpe.readLookedUp(without, { ...order, providerTransactionId: 'T2' }).kind).toBe('unknown');
    expect(
      bulkpe.readLookedUp(answerWith({ reference_id: null }), { ...order, providerTransactionId: 'T1' }).kind,
    ).toBe('paid');
  });
  test('uses the most specific reason of a failure, and none for a paid transfer', () => {
    const failed = { status: 'FAILED', statusDescription: 'Bank down', message: 'Failed' };
    expect(bulkpe.readLookedUp(answerWith(failed), order).error).toBe('Bank down');
    expect(bulkpe.readLookedUp(answerWith({ ...failed, statusDescription: '' }), order).error).toBe('Failed');
    for (const message of ['ok', 'Success', 'Status fetched successfully'])
      expect(bulkpe.readLookedUp(answerWith({ status: 'FAILED' }, { message }), order).error).toContain(
        'gave no reason',
      );
    expect(
      bulkpe.readLookedUp(answerWith({ status: 'FAILED', message: 'The debit was not successful' }), order).error,
    ).toBe('The debit was not successful');
    expect(bulkpe.readLookedUp(answerWith(), order).error).toBeUndefined();
    expect(bulkpe.readLookedUp(answerWith(), order)).toMatchObject({
      providerStatus: 'SUCCESS',
      answer: expect.stringContaining('T1'),
    });
    expect(
      bulkpe.readLookedUp(answerWith({ transcation_id: undefined, transaction_id: 'T2' }), order).providerTransactionId,
    ).toBe('T2');
  });
  test.each([
    [400, 'Insufficient balance in your account'],
    [402, 'Insufficient wallet balance'],
    [200, "You Don't Have Access"],
    [401, "You Don't Have Access"],
    [200, 'Your IP is blocked. Please contact support.'],
    [403, 'Your IP is blocked: 1.2.3.4'],
    [400, 'upi is not valid'],
    [400, 'account_number or ifsc is not valid'],
    [422, '"amount" must be a number'],
    [400, 'reference_id is required'],
    [400, 'Invalid VPA'],
    [404, 'Beneficiary not found'],
  ])('reads %i with "%s" as refused', (status, message) => {
    const refusal = answer(status, { status: false, statusCode: 401, message });
    const wanted = { kind: 'refused', error: message, answer: expect.any(String) };
    expect(bulkpe.readInitiated(refusal, order)).toMatchObject(wanted);
    expect(bulkpe.readLookedUp(refusal, order).kind).toBe('unknown');
    expect(bulkpe.readInitiated(answer(status, { message }), order).kind).toBe('refused');
    for (const change of [{ status: true }, { data: { transcation_id: 'T1' } }])
      expect(bulkpe.readInitiated(answer(status, { status: false, message, ...change }), order).kind).toBe('unknown');
  });
  test.each([
    'Transaction is in process',
    'Transaction is pending with the bank, insufficient balance was checked',
    'Insufficient balance, but the transaction is in process',
    'amount is not valid: the transaction is in process',
    'Reference id already exists',
    'reference_id is already used',
    'reference_id must be unique',
    'reference_id is not valid',
    'Something went wrong',
    'No',
  ])('reads 400 with the undocumented message "%s" as unknown', (message) => {
    expect(bulkpe.readInitiated(answer(400, { status: false, message }), order).kind).toBe('unknown');
    // This look-up does not prove that the reference is unknown.
    for (const status of [200, 400, 404])
      expect(bulkpe.readLookedUp(answer(status, { status: false, message }), order).referenceUnknown).toBeUndefined();
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
  test.each(['', '<h1>200</h1>', '[]', 'null', '"SUCCESS"', '{"status":'])('reads 200 with %j as unknown', (body) => {
    for (const read of both)
      expect(read(answer(200, body), order)).toMatchObject({
        kind: 'unknown',
        error: expect.stringContaining('unexpected format'),
        answer: body,
      });
  });
  test('reads unsent, cut and oversized answers', () => {
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
  test('reads each row of a statement alone, and names the odd ones', () => {
    const row = { ...data, createdAt: '2026-11-20T10:00:00Z' };
    const entry = {
      providerTransactionId: 'T1',
      referenceId: 'MNM1',
      amountPaise: 10_050,
      word: 'SUCCESS',
      outcome: 'paid',
      utr: 'U1',
      madeAt: new Date('2026-11-20T10:00:00Z'),
    };
    const entriesOf = (...rows: unknown[]) => bulkpe.readStatement({ data: rows })?.entries;
    expect(entriesOf(row, { ...row, status: 'FAILED', utr: '' }, { ...row, status: 'ODD' })).toEqual([
      entry,
      { ...entry, word: 'FAILED', outcome: 'not_paid', utr: null },
      { ...entry, word: 'ODD', outcome: 'unknown' },
    ]);
    const other = { transaction_id: 'T2', amount: '1,007', trx_status: 'PENDING', created_at: '2026-11-20T10:00:00Z' };
    expect(entriesOf(other)).toMatchObject([
      { providerTransactionId: 'T2', referenceId: '', amountPaise: 100_700, word: 'PENDING', outcome: 'in_flight' },
    ]);
    expect(bulkpe.readStatement({ data: [] })).toEqual({ rows: 0, entries: [], credits: [], unread: [] });
    for (const [wrong, why] of [
      [7, 'no object'],
      [null, 'no object'],
      [{ ...row, transcation_id: '' }, 'no transaction id'],
      [{ ...row, amount: 'x' }, 'amount'],
      [{ ...row, amount: null }, 'amount'],
      [{ ...row, amount: -100 }, 'amount'],
      [{ ...row, createdAt: 'never' }, 'time'],
      [{ ...row, createdAt: '+200000-01-01T00:00:00Z' }, 'time'],
      [{ ...row, createdAt: undefined }, 'time'],
      [{ ...row, type: 'Refund' }, 'neither'],
    ] as const) {
      const read = bulkpe.readStatement({ data: [row, wrong, row] });
      expect(read).toMatchObject({ entries: [entry, entry], unread: [expect.stringContaining(why)] });
    }
    expect(bulkpe.readStatement({})).toBeUndefined();
    expect(bulkpe.readStatement({ data: {} })).toBeUndefined();
  });
  test.each([
    { type: 'Credit' },
    { type: 'CREDIT' },
    { transaction_type: 'cr' },
    { credit: 100.5 },
    { credit: '100.5', debit: 0 },
  ])('never reads a row with %j as a debit', (direction) => {
    const row = { ...data, payment_remark: 'Return/MNM1/bank', createdAt: '2026-11-20T10:00:00Z', ...direction };
    const read = bulkpe.readStatement({ data: [row, { ...row, status: 'FAILED' }] });
    expect(read).toMatchObject({ entries: [], credits: [{ amountPaise: 10_050, madeAt: new Date(row.createdAt) }] });
  });
});
