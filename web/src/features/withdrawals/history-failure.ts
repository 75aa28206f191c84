import { ApiError } from '@muneem/contract/http';
import { copy } from './withdrawals.copy.ts';

/** Document 001 §8: the server's reason, or a fixed text if it gave none. */
export const historyFailure = (error: unknown): string =>
  error instanceof ApiError && error.kind === 'http' && error.serverMessage === undefined
    ? copy.history.failedWithoutWords
    : copy.history.failed;
