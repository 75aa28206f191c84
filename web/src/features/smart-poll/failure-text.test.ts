import { ApiError } from '@muneem/contract/http';
import { describe, expect, it } from 'vitest';
import { failureText } from './smart-poll.queries.ts';

describe('the words for a run that could not be started', () => {
  const refused = new ApiError('http', 500);
  const network = new ApiError('network', 0);
  const busy = new ApiError('http', 409, { message: 'A smart poll is running already.' });

  // covers 001-8.22
  it('are those of the specification', () => {
    expect(failureText('run', refused)).toBe('Smart poll failed');
    expect(failureText('force', refused)).toBe('Force smart poll failed');
    expect(failureText('run', network)).toBe('Network error');
    expect(failureText('force', network)).toBe('Network error');
  });

  it('are the server’s own where it said any', () => {
    expect(failureText('force', busy)).toBe('A smart poll is running already.');
  });
});
