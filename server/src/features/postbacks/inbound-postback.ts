import type { FastifyRequest } from 'fastify';
import { isUnfilled, STANDARD_CLICK_ID_PARAMS } from '@muneem/contract/postbacks';
import { timeOfUlid } from '#platform/ids/index.ts';
import { hasRepeatedKey } from '#features/conversions/index.ts';
import type { PostbackLogRow } from './postback-log.repository.ts';

export interface PostbackRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly ip: string;
  readonly userAgent: string | null;
  readonly receivedAt: Date;
  /** From the path. Undefined in the short form. */
  readonly offerId: string | undefined;
  readonly eventName: string | undefined;
  readonly query: Readonly<Record<string, unknown>>;
  /** Fields of a form or JSON body. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** Set if the request is not a postback: the status of its answer, and its body if it was read. */
  readonly unreadable?: { readonly httpStatus?: number; readonly text?: string } | undefined;
}

/** The text of a parameter: `undefined` if missing or an unreplaced macro, `null` if it has several values. */
type Param = string | undefined | null;

/** A request with the texts that decide about it, read once. Nothing of it is checked. */
export interface InboundPostback extends Omit<PostbackRequest, 'eventName'> {
  /** From the path, or the parameter `event` of the short form. */
  readonly eventName: Param;
  /** With surrounding whitespace. */
  readonly token: Param;
}

export function parsePostback(request: PostbackRequest): InboundPostback {
  const { eventName } = request;
  return {
    ...request,
    eventName: eventName === undefined ? readParam(request, 'event') : toText(eventName, true),
    token: readParam(request, 'token', true),
  };
}

/** @param isExact keeps surrounding whitespace */
function readParam({ query, body }: Pick<PostbackRequest, 'query' | 'body'>, name: string, isExact = false): Param {
  const inQuery = toText(query[name], isExact);
  if (body === undefined) return inQuery;
  const inBody = toText(body[name], isExact);
  if (inQuery === undefined || inBody === undefined) return inQuery ?? inBody;
  return inQuery === inBody ? inQuery : null;
}

function toText(value: unknown, isExact: boolean): Param {
  if (typeof value === 'string') {
    const text = value.trim();
    if (text === '' || isUnfilled(text)) return undefined;
    return isExact ? value : text;
  }
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (!Array.isArray(value)) return null;
  const texts = new Set(value.map((part) => toText(part, isExact)).filter((text) => text !== undefined));
  return texts.size > 1 ? null : texts.values().next().value;
}

type FoundClickId =
  | { readonly clickId: string; readonly otherClickId?: string | undefined }
  | 'click_missing'
  | 'click_conflict'
  | 'click_unknown';

/**
 * Finds the click id under the standard names, then under `customNames`.
 * A value in another format is the network's own id (such as a transaction id) and is ignored. A second id is returned
 * too: only the database knows which one is a click.
 */
export function findClickId(postback: InboundPostback, customNames: Iterable<string>): FoundClickId {
  let found: { clickId: string; otherClickId?: string } | undefined;
  let foreign = false;
  const look = (param: string): boolean => {
    const value = readParam(postback, param);
    if (value === undefined) return true;
    if (value === null) return false;
    const clickId = value.toUpperCase();
    if (timeOfUlid(clickId) === null) foreign = true;
    else if (found === undefined) found = { clickId };
    else if (found.clickId !== clickId) {
      found.otherClickId ??= clickId;
      return found.otherClickId === clickId;
    }
    return true;
  };
  for (const param of STANDARD_CLICK_ID_PARAMS) if (!look(param)) return 'click_conflict';
  for (const param of customNames) if (!look(param)) return 'click_conflict';
  return found ?? (foreign ? 'click_unknown' : 'click_missing');
}

const CLICK_ID_FORM = /\b[0-9a-hjkmnp-tv-z]{26}\b/gi;

/** Finds the click id in an unreadable text, if it contains exactly one. */
export function onlyClickIdIn(text: string): string | undefined {
  const found = text.match(CLICK_ID_FORM)?.map((id) => id.toUpperCase()) ?? [];
  const ids = new Set(found.filter((id) => timeOfUlid(id) !== null));
  return ids.size === 1 ? ids.values().next().value : undefined;
}

/** A text if it could not be parsed. */
export type PostbackBody = Record<string, unknown> | string;

/** Deeper than any network nests its fields, and shallow enough to serialize without a stack overflow. */
const MAX_DEPTH = 16;

const FORM = /^application\/x-www-form-urlencoded/i;
const JSON_TYPE = /[/+]json/i;

/**
 * Parses a body of any content type: a text that looks like JSON is JSON, also if it is declared as a form.
 * Any other body, also a compressed one, is unreadable, even if the query has all parameters: it may say that the
 * event is rejected.
 */
export function parsePostbackBody(
  request: FastifyRequest,
  text: string,
  done: (error: Error | null, body?: PostbackBody) => void,
): void {
  const isCompressed = request.headers['content-encoding'] !== undefined;
  const body = isCompressed ? null : parseBodyText(text, request.headers['content-type'] ?? '');
  done(null, body === null ? text : body);
}

export function parseBodyText(text: string, contentType = ''): Record<string, unknown> | null {
  // Removes a byte order mark too.
  const body = text.trim();
  if (body === '') return {};
  if (JSON_TYPE.test(contentType) || /^[[{]/.test(body)) return fromJson(body);
  if (FORM.test(contentType)) return fromForm(body);
  // A form is one line. More lines are pairs, or parts, in another format.
  return /^[\w.~%-]+=.*$/.test(body) ? fromForm(body) : null;
}

/** No prototype, so a parameter may be called `constructor`. */
const fields = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;

function fromJson(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    if (hasRepeatedKey(text)) return null;
    return isDeeperThan(value, MAX_DEPTH) ? null : Object.assign(fields(), value);
  } catch {
    return null;
  }
}

const isDeeperThan = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((part) => isDeeperThan(part, depth - 1)));

/** One pass: `getAll` would scan all pairs for each name. */
export function fromForm(text: string): Record<string, unknown> {
  const found = fields();
  for (const [name, value] of new URLSearchParams(text)) {
    const before = found[name];
    if (before === undefined) found[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else found[name] = [before, value];
  }
  return found;
}

/** Parses like the router: the first `#` also starts the query, a later one is part of a value. */
const PATH = /^\/postback(?:\/([^/?#]+)\/([^/?#]+))?\/?(?:[?#](.*))?$/s;
/** Scheme and host, which do not affect the postback. */
const ORIGIN = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]+/i;

/** A request whose URL is not parsed yet, nor its body's text. */
interface StoredRequest extends Omit<PostbackRequest, 'offerId' | 'eventName' | 'query' | 'body'> {
  readonly bodyText: string | undefined;
}

/** Parses a postback like the server parses a request. @returns null if it is not a postback URL */
export function parseStored({ bodyText, ...request }: StoredRequest): InboundPostback | null {
  const match = PATH.exec(request.url.replace(ORIGIN, ''));
  if (!match) return null;
  const [, offerId, eventName, query = ''] = match;
  const body = bodyText === undefined ? undefined : parseBodyText(bodyText);
  try {
    return parsePostback({
      ...request,
      offerId: offerId === undefined ? undefined : decodeURIComponent(offerId),
      eventName: eventName === undefined ? undefined : decodeURIComponent(eventName),
      query: fromForm(query),
      ...(body === null ? { body: undefined, unreadable: {} } : { body }),
    });
  } catch {
    return null;
  }
}

/** Rebuilds a logged postback, without its token. A readable one that contradicts itself has a detail. */
export function fromLog(row: PostbackLogRow): InboundPostback {
  const { method, url, userAgent, receivedAt, ip, verdict, detail } = row;
  const request = { method, url, userAgent, receivedAt, ip: ip ?? '' };
  const unreadable = verdict === 'malformed' && detail === null ? {} : undefined;
  return (
    parseStored({ ...request, bodyText: row.body ?? undefined, unreadable }) ??
    parsePostback({ ...request, offerId: undefined, eventName: undefined, query: {}, body: undefined, unreadable: {} })
  );
}
