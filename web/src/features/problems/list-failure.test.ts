import { expect, it } from 'vitest';
import { ApiError } from '@muneem/contract/http';
import { errorText } from '#lib/api-error.ts';
import { listFailure } from './list-failure.ts';

const shown = (error: unknown): string => errorText(error, listFailure(error));

// covers 001-8.13
it('prefers the server’s message to the specification’s text for each kind of failure', () => {
  expect(shown(new ApiError('timeout', 0))).toBe('Request timed out. Server may be unavailable.');
  expect(shown(new ApiError('format', 200))).toBe('Received invalid data from server. Expected an array of problems.');
  expect(shown(new ApiError('network', 0))).toBe('Failed to load user problems');
  expect(shown(new ApiError('http', 500))).toBe('Failed to load user problems');
  expect(shown(new TypeError('x'))).toBe('Failed to load user problems');
  expect(shown(new ApiError('http', 503, { message: 'The database is away.' }))).toBe('The database is away.');
});
