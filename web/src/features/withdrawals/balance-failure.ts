import { ApiError } from '@muneem/contract/http';
import { errorText } from '#lib/api-error.ts';
import { copy } from './withdrawals.copy.ts';

/** Document 001 §8: the server's message, else the HTTP status, else (without an answer) the fixed text. */
export const balanceFailure = (error: unknown): string =>
  errorText(error, error instanceof ApiError && error.kind === 'http' ? '{message}' : copy.balance.failed);
