import type { PostbackVerdict } from '@muneem/contract/postbacks';
import type { InboundPostback } from './inbound-postback.ts';

/** What the log says about a postback besides what it was. */
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
}

export const MAX_TEXT = 4_000;
/** Enough of a token to tell an old one from a wrong one, too little to use it. */
const TOKEN_SHOWN = 4;
const TOKEN_PART = /([?&]token=[^&#]{0,4})[^&#]*/g;
const QUERY_PART = /([?&])([^=&#]*)=([^&#]*)/g;

/** One line of bounded length, without NUL (which PostgreSQL does not keep) and without the token. */
export function loggedUrl(url: string): string {
  if (!url.includes('%')) return clean(url.replace(TOKEN_PART, '$1…'));
  return clean(
    url.replace(QUERY_PART, (part, mark: string, name: string, value: string) =>
      isTokenName(name) ? `${mark}${name}=${value.slice(0, TOKEN_SHOWN)}…` : part,
    ),
  );
}

/** Also as `%74oken`, which a query parser reads as the same name. */
const isTokenName = (name: string): boolean =>
  name === 'token' || (name.includes('%') && new URLSearchParams(`${name}=`).has('token'));

export function loggedBody(body: InboundPostback['body']): string | null {
  if (body === undefined) return null;
  return clean(JSON.stringify(body['token'] === undefined ? body : { ...body, token: shownToken(body['token']) }));
}

/** Sent twice it is a list, and in JSON it may be a number: whatever it is, it opens as much. */
const shownToken = (token: unknown): string => (typeof token === 'string' ? `${token.slice(0, TOKEN_SHOWN)}…` : '…');

// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const CONTROL = /[\u0000-\u001f\u007f\u2028\u2029]+/g;

/** A text of a stranger, fit for one line. */
export function clean(text: string): string {
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  return short.replace(CONTROL, ' ');
}
