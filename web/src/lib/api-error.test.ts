import { describe, expect, it } from 'vitest';
import { requestIdOf } from './request-id.ts';
import { ApiError } from '@muneem/contract/http';
import { errorText, fieldErrors, isTransient, proposedText } from './api-error.ts';

const refused = new ApiError('http', 409, {
  message: 'Only pending withdrawals can be approved',
  code: 'wrong_state',
  errors: { amount: 'Too much' },
});

describe('the text of a failed call', () => {
  // covers 001-8.24
  it('is the server message if there is one', () => {
    expect(errorText(refused, 'Failed to update settings')).toBe('Only pending withdrawals can be approved');
  });
  it('fills the server message into a text with a placeholder', () => {
    expect(errorText(refused, 'Failed to load users: {message}')).toBe(
      'Failed to load users: Only pending withdrawals can be approved',
    );
  });
  it('keeps special characters of the server message', () => {
    expect(errorText(new ApiError('http', 409, { message: "It costs $$5 & $'" }), 'Failed: {message}')).toBe(
      "Failed: It costs $$5 & $'",
    );
  });
  it('is the fixed text without a server message', () => {
    expect(errorText(new ApiError('network', 0), 'Failed to load settings')).toBe('Failed to load settings');
    expect(errorText(new ApiError('timeout', 0), 'Failed to load users: {message}')).toBe(
      'Failed to load users: Request timed out. Server may be unavailable.',
    );
    expect(errorText(new ApiError('http', 500), 'Failed: {message}')).toBe('Failed: HTTP error! status: 500');
  });
  // covers 001-8.3
  it('contains the HTTP status and the response text on request', () => {
    const textOf = (error: unknown): string => errorText(error, 'Failed. {cause}');
    expect(textOf(refused)).toBe('Failed. Only pending withdrawals can be approved (HTTP status: 409)');
    expect(textOf(new ApiError('http', 502, undefined, undefined, { text: ' Bad\n gateway ' }))).toBe(
      'Failed. HTTP error! status: 502 - Bad gateway',
    );
    expect(textOf(new ApiError('http', 500))).toBe('Failed. HTTP error! status: 500');
    expect(textOf(new ApiError('http', 502, undefined, undefined, { text: '<h1>Bad gateway</h1>' }))).toBe(
      'Failed. The server returned an error page (HTTP status: 502).',
    );
    expect(textOf(new ApiError('http', 200, { message: 'Not today' }))).toBe('Failed. Not today');
    expect(textOf(new ApiError('network', 0))).toBe('Failed. Network error');
  });
});

it('returns field messages for validation errors only', () => {
  expect(fieldErrors(refused)).toEqual({ amount: 'Too much' });
  expect(fieldErrors(new Error('x'))).toEqual({});
});

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
