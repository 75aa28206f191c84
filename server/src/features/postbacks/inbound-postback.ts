import { isUnfilled, STANDARD_CLICK_ID_PARAMS } from '@muneem/contract/postbacks';
import { timeOfUlid } from '#platform/ids/index.ts';
import { maskTokens } from './mask-tokens.ts';

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

/** Returns all parameters except the token, to store with the conversion. Masks a token inside of another one. */
export function factsOf({ query, body }: InboundPostback): Record<string, unknown> {
  const facts: Record<string, unknown> = {};
  for (const sent of body === undefined ? [query] : [body, query])
    for (const name of Object.keys(sent)) if (name !== 'token') facts[name] = withoutTokens(name, sent[name]);
  return facts;
}

const withoutTokens = (name: string, value: unknown): unknown =>
  typeof value === 'object' ? (JSON.parse(JSON.stringify(value, maskTokens)) as unknown) : maskTokens(name, value);
