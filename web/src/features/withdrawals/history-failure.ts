import { ApiError } from '@muneem/contract/http';
import { copy } from './withdrawals.copy.ts';

/** Document 001 §8: the reason stands in the sentence; a server that gave none has fixed words for it. */
export const historyFailure = (error: unknown): string =>
  error instanceof ApiError && error.kind === 'http' && error.serverMessage === undefined
    ? copy.history.failedWithoutWords
    : copy.history.failed;
