import { ApiError } from '@muneem/contract/http';

const KEPT = 50;
/** By error text, because a screen gets only the text of an error: the id of the last request that failed with it. */
const ids = new Map<string, string>();

export function noteRequestId(text: string, error: unknown): void {
  const id = idIn(error);
  ids.delete(text);
  if (id !== undefined) ids.set(text, id);
  for (const oldest of ids.keys()) {
    if (ids.size <= KEPT) break;
    ids.delete(oldest);
  }
}

/** Returns the id of a failed request in the server's log, by its error or the error's text. */
export const requestIdOf = (failure: unknown): string | undefined =>
  typeof failure === 'string' ? ids.get(failure) : idIn(failure);

function idIn(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.requestId;
  return error instanceof Error ? idIn(error.cause) : undefined;
}
