import { ApiError } from '@muneem/contract/http';
import { noteRequestId } from './request-id.ts';

/**
 * Returns the text for a failed call: the server's message if there is one, else the specification's fixed text.
 * `{message}` in the fixed text becomes the cause, `{cause}` the cause with the HTTP status.
 */
export function errorText(error: unknown, fixedText: string): string {
  const text = fill(error, fixedText);
  noteRequestId(text, error);
  return text;
}

function fill(error: unknown, fixedText: string): string {
  if (fixedText.includes('{cause}')) return fixedText.replace('{cause}', () => causeWithStatus(error));
  if (error instanceof ApiError && error.serverMessage !== undefined) {
    return fixedText.includes('{message}')
      ? fixedText.replace('{message}', () => error.serverMessage ?? '')
      : error.serverMessage;
  }
  return fixedText.replace('{message}', () => causeText(error));
}

/** A short reason for a failure without a server message. */
export function causeText(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  switch (error.kind) {
    case 'network':
      return 'Network error';
    case 'timeout':
      return 'Request timed out. Server may be unavailable.';
    case 'format':
      return 'Invalid data received from server. Please contact support.';
    case 'aborted':
      return 'Cancelled';
    case 'http':
      return error.message;
  }
}

/** The reason, the HTTP status and the response text. */
export function causeWithStatus(error: unknown): string {
  if (!(error instanceof ApiError) || error.kind !== 'http' || error.status < 400) return causeText(error);
  if (error.serverMessage !== undefined)
    return `${error.serverMessage.replace(/\.$/, '')} (HTTP status: ${error.status})`;
  return error.bodyText === undefined ? error.message : `${error.message} - ${error.bodyText}`;
}

/** Returns the server's messages by field path (`steps.0.title`), for `form.setErrors`. */
export const fieldErrors = (error: unknown): Record<string, string> =>
  error instanceof ApiError ? { ...error.fieldErrors } : {};

/** True if the record does not exist. A retry does not help. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** True if the record was saved meanwhile: by another admin, or by an own call whose answer was lost. */
export const isVersionConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'version_conflict';

/** The server's sentence if the call waits for a second person now: nothing has failed. Undefined for a failure. */
export function proposedText(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.code === 'second_person' ? error.message : undefined;
  return error instanceof Error ? proposedText(error.cause) : undefined;
}

export const isProposed = (error: unknown): boolean => proposedText(error) !== undefined;

/** True if an automatic retry can help: no response, or a server that is busy or starting. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.kind === 'network' || error.kind === 'timeout' || error.status === 502 || error.status === 503);
