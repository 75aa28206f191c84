import { ApiError } from '@muneem/contract/http';
import { WITHDRAWAL_STATUSES } from '@muneem/contract/withdrawals';
import { expect, test } from 'vitest';
import { errorText } from '#lib/api-error.ts';
import { historyFailure } from './history-failure.ts';
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

// covers 001-8.2
test('says why the history failed, in a fixed text if the server gave no reason', () => {
  const shown = (error: unknown): string => errorText(error, historyFailure(error));
  expect(shown(new ApiError('http', 500))).toBe('Error fetching withdrawal history: Failed to fetch history');
  expect(shown(new ApiError('http', 409, { message: 'Shut' }))).toBe('Error fetching withdrawal history: Shut');
  expect(shown(new ApiError('network', 0))).toBe('Error fetching withdrawal history: Network error');
});
