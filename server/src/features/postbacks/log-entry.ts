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
  /** A body that could not be read, as it came. */
  readonly unreadable?: string | undefined;
}

export const MAX_TEXT = 4_000;
/** Enough of a token to tell an old one from a wrong one, too little to use it. */
const TOKEN_SHOWN = 4;
/** The name of the token, each letter also as `%74` or `\u0074`: parsers read them as the same name. */
const NAME = ['t|74', 'o|6f', 'k|6b', 'e|65', 'n|6e']
  .map((letter) => `(?:${letter.replace('|', '|(?:%|\\\\u00)')})`)
  .join('');
const TOKEN_PART = new RegExp(`([?&#]${NAME}=[^&]{0,${TOKEN_SHOWN}})[^&]*`, 'gi');
/** In a text of any kind: what stands behind the name and a sign, to the end of its quotes or of the word. */
const TOKEN_IN_TEXT = new RegExp(
  `(${NAME}[\\s"'\\\\]*[:=>]+[\\s\\\\]*)("(?:\\\\[^]|[^"\\\\])*|'[^']*|[^\\s"'&<,]*)`,
  'gi',
);

/** One line of bounded length, without NUL (which PostgreSQL does not keep) and without the token. */
export const loggedUrl = (url: string): string => clean(url.replace(TOKEN_PART, '$1…'));

export function loggedBody(body: InboundPostback['body']): string | null {
  if (body === undefined) return null;
  return clean(JSON.stringify(body['token'] === undefined ? body : { ...body, token: shownToken(body['token']) }));
}

/** The beginning of a body that could not be read. */
export const loggedText = (text: string): string =>
  clean(
    text
      .slice(0, MAX_TEXT + 1)
      .replace(TOKEN_IN_TEXT, (_all, name: string, value: string) => `${name}${value.slice(0, TOKEN_SHOWN)}…`),
  );

/** Sent twice it is a list, and in JSON it may be a number: whatever it is, it opens as much. */
const shownToken = (token: unknown): string => (typeof token === 'string' ? `${token.slice(0, TOKEN_SHOWN)}…` : '…');

// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** A text of a stranger, fit for one line. */
export function clean(text: string): string {
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  return short.replace(CONTROL, ' ');
}
