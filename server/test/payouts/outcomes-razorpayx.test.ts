import { describe, expect, test } from 'vitest';
import * as razorpayx from '#features/payouts/razorpayx-answer.ts';
import { answer, cut, notSent, order } from './provider-answers.ts';

/** Every possible answer of the provider and its outcome. */
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
  test('ignores a missing currency', () => {
    expect(razorpayx.readInitiated(made({ currency: undefined }), order).kind).toBe('paid');
  });
  test.each([{ reference_id: 'MNM2' }, { reference_id: undefined }, { reference_id: null }, { reference_id: '' }])(
    '%j confirms nothing, and its id is not kept',
    (change) => {
      for (const outcome of [
        razorpayx.readInitiated(made(change), order),
        razorpayx.readLookedUp(found({ ...payout, ...change }), order),
      ]) {
        expect(outcome).toMatchObject({ kind: 'unknown', strange: true, error: expect.stringContaining('reference') });
        expect(outcome.providerTransactionId).toBeUndefined();
      }
      const known = { ...order, providerTransactionId: 'pout_1' };
      expect(razorpayx.readLookedUp(found({ ...payout, ...change }), known).kind).toBe(
        change.reference_id === 'MNM2' ? 'unknown' : 'paid',
      );
    },
  );
  test('uses the most specific reason', () => {
    const failed = {
      status: 'failed',
      failure_reason: 'Bank down',
      status_details: { description: 'Beneficiary bank is down' },
    };
    expect(razorpayx.readInitiated(made(failed), order).error).toBe('Beneficiary bank is down');
    expect(razorpayx.readInitiated(made({ ...failed, status_details: null }), order).error).toBe('Bank down');
    expect(razorpayx.readInitiated(made({ ...failed, status: 'processed' }), order).error).toBeUndefined();
  });
  test.each([
    [401, 'Authentication failed'],
    [401, 'The api key provided is invalid'],
    [403, 'Your IP is not whitelisted.'],
    [400, 'Your account does not have enough balance to carry out the payout operation.'],
    [400, 'The account number field is required.'],
    [400, 'The amount must be at least 100.'],
    [400, 'The id provided does not exist'],
    [200, 'Invalid VPA address'],
  ])('reads %i with "%s" as refused', (status, description) => {
    const wanted = { kind: 'refused', error: description, answer: expect.any(String) };
    expect(razorpayx.readInitiated(error(status, description), order)).toMatchObject(wanted);
    expect(razorpayx.readLookedUp(error(status, description), order).kind).toBe('unknown');
  });
  test.each([
    'No',
    'Payout is in process',
    'The idempotency key was used',
    'Authentication failed after the payout was made',
    'The reference id must be unique',
  ])('reads 400 with the undocumented message "%s" as unknown', (description) =>
    expect(razorpayx.readInitiated(error(400, description), order).kind).toBe('unknown'),
  );
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
  test('accepts only statuses from 200 to 299', () => {
    expect(razorpayx.readInitiated(answer(201, payout), order).kind).toBe('paid');
    expect(razorpayx.readInitiated(answer(300, payout), order).kind).toBe('unknown');
    expect(razorpayx.readInitiated(answer(199, payout), order).kind).toBe('unknown');
    expect(razorpayx.readLookedUp(answer(300, { items: [payout] }), order).kind).toBe('unknown');
    expect(razorpayx.readLookedUp(answer(199, { items: [payout] }), order).kind).toBe('unknown');
  });
  test('reads look-ups with no, several and invalid transfers', () => {
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
  test('reads each payout of a statement alone, and names the odd ones', () => {
    const item = { ...payout, created_at: 1_700_000_000 };
    const entry = {
      providerTransactionId: 'pout_1',
      referenceId: 'MNM1',
      amountPaise: 10_050,
      word: 'processed',
      outcome: 'paid',
      utr: 'U1',
      madeAt: new Date(1_700_000_000_000),
    };
    const entriesOf = (...items: unknown[]) => razorpayx.readStatement({ items })?.entries;
    expect(entriesOf(item)).toEqual([entry]);
    expect(entriesOf({ ...item, status: undefined, reference_id: null, utr: null })).toEqual([
      { ...entry, word: '', outcome: 'unknown', referenceId: '', utr: null },
    ]);
    expect(entriesOf({ ...item, status: 'reversed' }, { ...item, status: 'queued' })).toMatchObject([
      { outcome: 'not_paid' },
      { outcome: 'in_flight' },
    ]);
    for (const wrong of [7, { ...item, id: '' }, { ...item, amount: '1' }, { ...item, created_at: '2026' }])
      expect(razorpayx.readStatement({ items: [item, wrong] })).toMatchObject({
        entries: [entry],
        unread: [expect.any(String)],
      });
    expect(razorpayx.readStatement({})).toBeUndefined();
  });
  test('reads only the credits of a list of transactions', () => {
    const transaction = { id: 'txn_1', entity: 'transaction', amount: 10_050, created_at: 1_700_000_000 };
    const source = { id: 'rvrsl_1', entity: 'reversal', payout_id: 'pout_1' };
    const read = razorpayx.readTransactions({
      items: [
        { ...transaction, credit: 0, debit: 10_050, source: { id: 'pout_1', entity: 'payout' } },
        { ...transaction, credit: 10_050, debit: 0, source },
      ],
    });
    expect(read).toMatchObject({ entries: [], unread: [], credits: [{ names: expect.arrayContaining(['pout_1']) }] });
    expect(read?.credits).toHaveLength(1);
  });
});
