import type { PostbackVerdict } from '@muneem/contract/postbacks';
import { rowColumns, type Row, type Tx } from '#platform/database/index.ts';
import { newUlid, timeOfUlid } from '#platform/ids/index.ts';
import type { InboundPostback } from './inbound-postback.ts';
import { MAX_TEXT } from './postback-log.repository.ts';

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

/** A log row: bounded texts, no token. */
export type LogRow = Row<'postback_log'>;

const LOG_COLUMNS = rowColumns('postback_log');

export function toLogRow(entry: LogEntry): LogRow {
  const { postback } = entry;
  const unreadable = postback.unreadable?.text;
  const id = newUlid(postback.receivedAt);
  return {
    id,
    receivedAt: timeOfUlid(id) as Date,
    method: postback.method,
    url: toLoggedUrl(postback.url),
    body: unreadable === undefined ? loggedBody(postback.body) : toLoggedText(unreadable),
    ip: postback.ip,
    userAgent: textOrNull(postback.userAgent),
    offerId: textOrNull(entry.offerId),
    eventKey: textOrNull(entry.eventKey),
    clickId: entry.clickId ?? null,
    verdict: entry.verdict,
    httpStatus: entry.httpStatus,
    detail: textOrNull(entry.detail),
    conversionId: entry.conversionId ?? null,
  };
}

/** Sent with the transaction's next statement or its commit. */
export const insertLogRows = (tx: Tx, rows: readonly LogRow[]): void => tx.insertLater(LOG_COLUMNS, rows);

const textOrNull = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : clean(text);

/** Returns one line of bounded length, without NUL (PostgreSQL cannot store it) and without the token. */
const toLoggedUrl = (url: string): string => clean(maskTokensInText(url));

function loggedBody(body: InboundPostback['body']): string | null {
  if (body === undefined) return null;
  const text = JSON.stringify(body);
  return clean(/token/i.test(text) ? JSON.stringify(body, maskTokens) : text);
}

/** Returns an unreadable body up to the name `token`, because the end of the token cannot be found. */
function toLoggedText(text: string): string {
  const at = text.search(TOKEN_NAME);
  return clean(at < 0 ? text : `${text.slice(0, at)}token…`);
}

// oxlint-disable-next-line no-control-regex -- matching control characters is the purpose
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Cleans a text of an external sender for one line. */
function clean(text: string): string {
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  return short.replace(CONTROL, ' ');
}

/** Returns all parameters except the token, to store with the conversion. Masks a token inside of another one. */
export function factsOf({ query, body }: InboundPostback): Record<string, unknown> {
  const facts: Record<string, unknown> = {};
  for (const sent of body === undefined ? [query] : [body, query])
    for (const name of Object.keys(sent)) if (name !== 'token') facts[name] = withoutTokens(name, sent[name]);
  return facts;
}

const withoutTokens = (name: string, value: unknown): unknown =>
  typeof value === 'object' ? (JSON.parse(JSON.stringify(value, maskTokens)) as unknown) : maskTokens(name, value);

/** Enough characters to recognise an old token, too few to use it. */
const VISIBLE_TOKEN_CHARACTERS = 4;
/** Matches the parameter name `token`, with each letter also as `%74` or `\u0074`, as parsers decode it. */
const NAME = [
  ['t', '74'],
  ['o', '6f'],
  ['k', '6b'],
  ['e', '65'],
  ['n', '6e'],
]
  .map(([letter, hex]) => String.raw`(?:${letter}|(?:%|\\u00)${hex})`)
  .join('');
const TOKEN_NAME = new RegExp(NAME, 'i');
/** A percent sign, also if it was encoded once or twice more: `%25`, `%2525`. */
const PERCENT = '%(?:25){0,2}';
/** The name starts a word, or follows an encoded character. */
const START = String.raw`(?:(?<![\w-])|(?<=${PERCENT}[0-9a-f]{2}))`;
/** Characters around the name as a sender misplaces it: `&amp;token=`, `%3Ftoken%3D`, `data[token]=`, `{"token":"`, `/token/`. */
const AROUND = String.raw`(?:[\]"'+\s]|${PERCENT}(?:5d|22|27|20))*`;
const SEPARATOR = `(?:[=:/]|${PERCENT}(?:3d|3a|2f))`;
const VISIBLE = `[^&]{0,${VISIBLE_TOKEN_CHARACTERS}}`;
const TOKEN_IN_TEXT = new RegExp(`(${START}${NAME}${AROUND}${SEPARATOR}${AROUND}${VISIBLE})[^&]*`, 'gi');

const maskTokensInText = (text: string): string => text.replace(TOKEN_IN_TEXT, '$1…');

/** Masks tokens at any depth, also within a text: a misplaced token is still valid. */
function maskTokens(name: string, value: unknown): unknown {
  if (/(?<![\w-])token\W*$/i.test(name)) return maskToken(value);
  return typeof value === 'string' ? maskTokensInText(value) : value;
}

/** A repeated token is a list, and in JSON it may be a number. Masks them all. */
const maskToken = (token: unknown): string =>
  typeof token === 'string' ? `${token.slice(0, VISIBLE_TOKEN_CHARACTERS)}…` : '…';
