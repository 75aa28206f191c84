import type { PostbackVerdict } from '@muneem/contract/postbacks';
import type { InboundPostback } from './inbound-postback.ts';

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
  readonly postback: InboundPostback;
  /** The raw body, if it could not be parsed. */
  readonly unreadable?: string | undefined;
}

export const MAX_TEXT = 4_000;
/** Enough characters to recognise an old token, too few to use it. */
const VISIBLE_TOKEN_CHARACTERS = 4;
/** Matches the parameter name `token`, with each letter also as `%74` or `\u0074`, as parsers decode it. */
const NAME = ['t|74', 'o|6f', 'k|6b', 'e|65', 'n|6e']
  .map((letter) => `(?:${letter.replace('|', '|(?:%|\\\\u00)')})`)
  .join('');
const NAME_IN_TEXT = new RegExp(NAME, 'i');
const TOKEN_PART = new RegExp(`([?&#]${NAME}=[^&]{0,${VISIBLE_TOKEN_CHARACTERS}})[^&]*`, 'gi');
/** Returns one line of bounded length, without NUL (PostgreSQL cannot store it) and without the token. */
export const toLoggedUrl = (url: string): string => clean(url.replace(TOKEN_PART, '$1…'));

export function loggedBody(body: InboundPostback['body']): string | null {
  if (body === undefined) return null;
  const text = JSON.stringify(body);
  return clean(/token/i.test(text) ? JSON.stringify(body, maskTokens) : text);
}

/** Masks tokens at any depth: a misplaced token is still valid. */
const maskTokens = (name: string, value: unknown): unknown => (/^\s*token\s*$/i.test(name) ? maskToken(value) : value);

/** Returns an unreadable body up to the name `token`, because the end of the token cannot be found. */
export function toLoggedText(text: string): string {
  const at = text.search(NAME_IN_TEXT);
  return clean(at < 0 ? text : `${text.slice(0, at)}token…`);
}

/** A repeated token is a list, and in JSON it may be a number. Masks them all. */
const maskToken = (token: unknown): string =>
  typeof token === 'string' ? `${token.slice(0, VISIBLE_TOKEN_CHARACTERS)}…` : '…';

// oxlint-disable-next-line no-control-regex -- matching control characters is the purpose
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Cleans a text of an external sender for one line. */
export function clean(text: string): string {
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  return short.replace(CONTROL, ' ');
}
