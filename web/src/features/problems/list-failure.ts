import { ApiError } from '@muneem/contract/http';
import { copy } from './problems.copy.ts';

/** The specification's words for a list that did not come: two kinds of failure have their own. */
export function listFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return copy.failed;
  return error.kind === 'timeout' ? copy.timedOut : error.kind === 'format' ? copy.badFormat : copy.failed;
}
