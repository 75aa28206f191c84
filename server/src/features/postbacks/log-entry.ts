import type { PostbackVerdict } from '@muneem/contract/postbacks';
import type { InboundPostback } from './inbound-postback.ts';
import { maskTokens, maskTokensInText, TOKEN_NAME } from './mask-tokens.ts';

export interface LoggedOutcome {
  readonly verdict: PostbackVerdict;
  readonly httpStatus: number;
  readonly detail?: string | undefined;
  readonly offerId?: string | undefined;
  readonly eventKey?: string | undefined;
  readonly clickId?: string | undefined;
  readonly conversionId?: string | undefined;
}

export interface LogEntry extends LoggedOutcome {
  readonly postback: Pick<
    InboundPostback,
    'method' | 'url' | 'ip' | 'userAgent' | 'receivedAt' | 'body' | 'unreadable'
  >;
}

export const MAX_TEXT = 4_000;

/** Returns one line of bounded length, without NUL (PostgreSQL cannot store it) and without the token. */
export const toLoggedUrl = (url: string): string => clean(maskTokensInText(url));

export function loggedBody(body: InboundPostback['body']): string | null {
  if (body === undefined) return null;
  const text = JSON.stringify(body);
  return clean(/token/i.test(text) ? JSON.stringify(body, maskTokens) : text);
}

/** Returns an unreadable body up to the name `token`, because the end of the token cannot be found. */
export function toLoggedText(text: string): string {
  const at = text.search(TOKEN_NAME);
  return clean(at < 0 ? text : `${text.slice(0, at)}token…`);
}

// oxlint-disable-next-line no-control-regex -- matching control characters is the purpose
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Cleans a text of an external sender for one line. */
export function clean(text: string): string {
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  return short.replace(CONTROL, ' ');
}
