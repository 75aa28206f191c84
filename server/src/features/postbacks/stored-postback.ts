import { parsePostback, type InboundPostback, type PostbackRequest } from './inbound-postback.ts';
import { fromForm, MALFORMED, parseBodyText } from './parse-body.ts';
import type { PostbackLogRow } from './postback-log.repository.ts';

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
      ...(body === MALFORMED ? { body: undefined, unreadable: {} } : { body }),
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
