import { ApiError } from '@muneem/contract/http';
import { expect, test } from 'vitest';
import { balanceFailure } from './balance-failure.ts';

// covers 001-8.1
test("explains a missing balance by the server's message, else the HTTP status, else the fixed text", () => {
  expect(balanceFailure(new ApiError('http', 503, { message: 'The provider is away' }))).toBe('The provider is away');
  expect(balanceFailure(new ApiError('http', 500))).toBe('HTTP error! status: 500');
  for (const kind of ['network', 'timeout', 'format'] as const)
    expect(balanceFailure(new ApiError(kind, 0))).toBe('Failed to fetch balance');
});
