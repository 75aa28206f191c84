import type { InboundPostback } from './inbound-postback.ts';
import { fromForm, parseBodyText } from './parse-body.ts';
import type { PostbackLogRow } from './postback-log.repository.ts';

/** Parses like the router: the first `#` also starts the query, a later one is part of a value. */
const PATH = /^\/postback(?:\/([^/?#]+)\/([^/?#]+))?\/?(?:[?#](.*))?$/s;
/** Scheme and host, which do not affect the postback. */
const ORIGIN = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]+/i;

type PostbackRequest = Omit<InboundPostback, 'offerId' | 'eventName' | 'query'>;

/** Parses a postback URL like the server parses a request. @returns null if it is not a postback URL */
export function toInboundPostback(request: PostbackRequest): InboundPostback | null {
  const match = PATH.exec(request.url.replace(ORIGIN, ''));
  if (!match) return null;
  const [, offerId, eventName, query = ''] = match;
  try {
    return {
      ...request,
      offerId: offerId === undefined ? undefined : decodeURIComponent(offerId),
      eventName: eventName === undefined ? undefined : decodeURIComponent(eventName),
      query: fromForm(query),
    };
  } catch {
    return null;
  }
}

/** Rebuilds a logged postback, without its token. */
export function fromLog(row: PostbackLogRow): InboundPostback | null {
  const body = row.body === null ? undefined : parseBodyText(row.body, 'application/json');
  if (typeof body === 'symbol') return null;
  const { method, url, userAgent, receivedAt } = row;
  return toInboundPostback({ method, url, body, ip: row.ip ?? '', userAgent, receivedAt });
}
