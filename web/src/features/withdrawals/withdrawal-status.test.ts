import { WITHDRAWAL_STATUSES } from '@muneem/contract/withdrawals';
import { expect, test } from 'vitest';
import { withdrawalStatus } from './withdrawal-status.ts';

// covers 001-4.5
test('gives the badges the colours of the specification: completed green, rejected red, processing yellow, payment_failed grey, other blue', () => {
  expect(Object.fromEntries(WITHDRAWAL_STATUSES.map((status) => [status, withdrawalStatus(status).color]))).toEqual({
    pending: 'blue',
    processing: 'yellow',
    completed: 'green',
    rejected: 'red',
    payment_failed: 'gray',
  });
});
