import { expect, it } from 'vitest';
import { requestIdOf } from './request-id.ts';
import { ApiError } from '@muneem/contract/http';
import { errorText, isTransient, proposedText } from './api-error.ts';

const refused = new ApiError('http', 409, { message: 'Only pending ones can be approved', code: 'wrong_state' });

it('retries only transient errors', () => {
  expect([new ApiError('network', 0), new ApiError('http', 503), refused, new Error('x')].map(isTransient)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it('finds the request id of an error, of its text, and of an error that it caused', () => {
  const failed = new ApiError('http', 500, { message: 'Away.' }, undefined, { requestId: 'req-1' });
  expect(requestIdOf(errorText(failed, 'Failed: {message}'))).toBe('req-1');
  expect(requestIdOf(failed)).toBe('req-1');
  expect(requestIdOf(new Error('not done', { cause: failed }))).toBe('req-1');
  // The same text without an answer has no request in the log.
  expect(requestIdOf(errorText(new ApiError('network', 0), 'Failed: Away.'))).toBeUndefined();
});

it('knows a call that waits for a second person, also inside the error of a lost answer', () => {
  const proposed = new ApiError('http', 202, { message: 'It waits.', code: 'second_person' });
  expect(proposedText(proposed)).toBe('It waits.');
  expect(proposedText(new Error('Failed to pay', { cause: proposed }))).toBe('It waits.');
  expect(proposedText(refused)).toBeUndefined();
  expect(proposedText(new Error('Failed to pay', { cause: refused }))).toBeUndefined();
});
