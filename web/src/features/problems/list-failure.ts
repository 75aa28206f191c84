import { ApiError } from '@muneem/contract/http';
import { copy } from './problems.copy.ts';

/** Returns the specification's text for a failed list. Two kinds of failure have their own text. */
export function listFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return copy.failed;
  return error.kind === 'timeout' ? copy.timedOut : error.kind === 'format' ? copy.badFormat : copy.failed;
}
