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
const TOKEN_PART = new RegExp(`([?&#]${NAME}=[^&]{0,${VISIBLE_TOKEN_CHARACTERS}})[^&]*`, 'gi');
/** Not followed by a letter: that would be another name. */
const NAME_IN_TEXT = new RegExp(`${NAME}(?![\\w-])`, 'gi');
/** After the name: a separator, then a quoted text or a word. */
const VALUE_IN_TEXT =
  /["'\\\s]*[:=>]+(?![:=>])[\s\\]*(?![\s\\])(?:"((?:\\[^]|[^"\\])*)|'([^']*)|([^\s"'&<,;[\]{}()]*)(?![^\s&<,;\]})]))/y;
/** Other characters that may precede a value: brackets, a missing separator, Python's `u`. */
const BEFORE_VALUE = /[\s"'\\:=>[{(]*(?:[bu](?=["'])["'])?/y;
const WORD = /[^\s"'\\&<>,;[\]{}()]*/y;

/** Returns one line of bounded length, without NUL (PostgreSQL cannot store it) and without the token. */
export const toLoggedUrl = (url: string): string => clean(url.replace(TOKEN_PART, '$1…'));

export function loggedBody(body: InboundPostback['body']): string | null {
  if (body === undefined) return null;
  const text = JSON.stringify(body);
  return clean(/token/i.test(text) ? JSON.stringify(body, maskTokens) : text);
}

/** Masks tokens at any depth: a misplaced token is still valid. */
const maskTokens = (name: string, value: unknown): unknown => (/^\s*token\s*$/i.test(name) ? maskToken(value) : value);

/** Returns the start of an unreadable body. Cuts it after the token's name if the value cannot be delimited. */
export function toLoggedText(text: string): string {
  const short = text.slice(0, MAX_TEXT + 1);
  let kept = '';
  let from = 0;
  for (const { value, start, end } of namedTokens(short)) {
    kept += `${short.slice(from, start)}${(value ?? '').slice(0, VISIBLE_TOKEN_CHARACTERS)}…`;
    if (value === undefined) return clean(kept);
    from = end;
  }
  return clean(kept + short.slice(from));
}

/** Limits how many candidates are compared with valid tokens. */
const MAX_CANDIDATES = 8;

/** Returns possible tokens in an unreadable body. */
export function findTokenCandidates(text: string): string[] {
  const found: string[] = [];
  for (const { value, behind } of namedTokens(text)) {
    if (value !== undefined) found.push(value);
    found.push(wordBehind(text, behind));
    if (found.length >= MAX_CANDIDATES) break;
  }
  return found;
}

function wordBehind(text: string, at: number): string {
  BEFORE_VALUE.lastIndex = at;
  BEFORE_VALUE.exec(text);
  WORD.lastIndex = BEFORE_VALUE.lastIndex;
  return WORD.exec(text)?.[0] ?? '';
}

interface NamedToken {
  /** Undefined if the value cannot be delimited. */
  readonly value: string | undefined;
  /** Index of the first character after the name. */
  readonly behind: number;
  readonly start: number;
  readonly end: number;
}

/** Finds each occurrence of the token's name, in one pass. */
function* namedTokens(text: string): Generator<NamedToken> {
  const names = new RegExp(NAME_IN_TEXT);
  while (names.exec(text) !== null) {
    const behind = names.lastIndex;
    VALUE_IN_TEXT.lastIndex = behind;
    const match = VALUE_IN_TEXT.exec(text);
    if (match === null) {
      yield { value: undefined, behind, start: behind, end: behind };
      continue;
    }
    const value = match[1] ?? match[2] ?? match[3] ?? '';
    const end = behind + match[0].length;
    names.lastIndex = end;
    yield { value, behind, start: end - value.length, end };
  }
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
