import { ApiError } from '@muneem/contract/http';
import { describe, expect, it } from 'vitest';
import { failureText } from './smart-poll.queries.ts';

describe('the text of a run that could not be started', () => {
  const refused = new ApiError('http', 500);
  const network = new ApiError('network', 0);
  const busy = new ApiError('http', 409, { message: 'A smart poll is running already.' });

  // covers 001-8.22
  it('is the specification’s text', () => {
    expect(failureText('run', refused)).toBe('Smart poll failed');
    expect(failureText('force', refused)).toBe('Force smart poll failed');
    expect(failureText('run', network)).toBe('Network error');
    expect(failureText('force', network)).toBe('Network error');
  });

  it('is the server’s message if there is one', () => {
    expect(failureText('force', busy)).toBe('A smart poll is running already.');
  });
});
