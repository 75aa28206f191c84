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
/** In a text of any kind; with a letter behind it it is another name. */
const NAME_IN_TEXT = new RegExp(`${NAME}(?![\\w-])`, 'gi');
/** Behind the name: a sign, and a text in quotes or a word that ends. */
const VALUE_IN_TEXT =
  /["'\\\s]*[:=>]+(?![:=>])[\s\\]*(?![\s\\])(?:"((?:\\[^]|[^"\\])*)|'([^']*)|([^\s"'&<,;[\]{}()]*)(?![^\s&<,;\]})]))/y;
/** What a value may stand behind where the form is none of these: brackets, a missing sign, Python's `u`. */
const BEFORE_VALUE = /[\s"'\\:=>[{(]*(?:[bu](?=["'])["'])?/y;
const WORD = /[^\s"'\\&<>,;[\]{}()]*/y;

/** One line of bounded length, without NUL (which PostgreSQL does not keep) and without the token. */
export const loggedUrl = (url: string): string => clean(url.replace(TOKEN_PART, '$1…'));

export function loggedBody(body: InboundPostback['body']): string | null {
  if (body === undefined) return null;
  const text = JSON.stringify(body);
  return clean(/token/i.test(text) ? JSON.stringify(body, shownTokens) : text);
}

/** The token at any depth, however its name is written: a network's mistake, and still a token that opens something. */
const shownTokens = (name: string, value: unknown): unknown =>
  /^\s*token\s*$/i.test(name) ? shownToken(value) : value;

/** The beginning of a body that could not be read. Where no value can be made out behind the name, it ends with the name. */
export function loggedText(text: string): string {
  const short = text.slice(0, MAX_TEXT + 1);
  let kept = '';
  let from = 0;
  for (const { value, start, end } of namedTokens(short)) {
    kept += `${short.slice(from, start)}${(value ?? '').slice(0, TOKEN_SHOWN)}…`;
    if (value === undefined) return clean(kept);
    from = end;
  }
  return clean(kept + short.slice(from));
}

/** At most so many are compared with the tokens that open something. */
const MAX_CANDIDATES = 8;

/** What an unreadable body may have meant as its token. */
export function tokensIn(text: string): string[] {
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
  /** Undefined where no value can be made out. */
  readonly value: string | undefined;
  /** Where the name ends. */
  readonly behind: number;
  readonly start: number;
  readonly end: number;
}

/** Each place where the name of the token stands, in one pass. */
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

/** Sent twice it is a list, and in JSON it may be a number: whatever it is, it opens as much. */
const shownToken = (token: unknown): string => (typeof token === 'string' ? `${token.slice(0, TOKEN_SHOWN)}…` : '…');

// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** A text of a stranger, fit for one line. */
export function clean(text: string): string {
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  return short.replace(CONTROL, ' ');
}
