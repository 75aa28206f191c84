import { EXTRA_PARAMS_LIMIT, fillTrackingUrl, isUpiId } from '@muneem/contract/clicks';
import { CUSTOM_PARAMETERS } from '@muneem/contract/postbacks';
import type { CatalogOffer } from '#features/offers/index.ts';

/** The key of clicks in the sums of the reports. The name has a capital, so that no event has it. */
export const CLICK = { eventKey: 'Click', source: 'click', status: 'clicked' } as const;

/** p1 to p6. Null where missing. */
type SubParams = readonly (string | null)[];

export interface NewClick {
  readonly id: string;
  readonly createdAt: Date;
  readonly offerId: string;
  /** The user's id in the consumer app. A click of an unknown user is anonymous. */
  readonly uid: string | null;
  readonly status: 'pending' | 'clicked';
  readonly subParams: SubParams;
  readonly upi: string | null;
  readonly params: Readonly<Record<string, string>> | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

const SUB_PARAM_MAX_LENGTH = 500;
const NOT_IN_HEADERS = /[^\x21-\x7e]+/g;
const OWN_PARAMS = new Set<string>([...CUSTOM_PARAMETERS, 'uid']);

/** Bounds the length of an external text, which may cut a surrogate pair. */
const bounded = (text: string, maxLength: number): string => text.slice(0, maxLength).toWellFormed();

export const readSubParams = (params: Readonly<Record<string, unknown>>): SubParams =>
  CUSTOM_PARAMETERS.map((name) => {
    const text = firstText(params[name]);
    return text === null ? null : bounded(text, SUB_PARAM_MAX_LENGTH);
  });

/** Returns p1 if it has the format of a UPI id. */
export const upiOf = ([p1]: SubParams): string | null =>
  typeof p1 === 'string' && isUpiId(p1.trim()) ? p1.trim() : null;

/** Returns all other parameters of the link. */
export function readExtraParams(params: Readonly<Record<string, unknown>>): Record<string, string> | null {
  const kept: [string, string][] = [];
  for (const [name, value] of Object.entries(params)) {
    if (OWN_PARAMS.has(name) || kept.length >= EXTRA_PARAMS_LIMIT.count) continue;
    const text = firstText(value);
    if (text !== null)
      kept.push([bounded(name, EXTRA_PARAMS_LIMIT.nameLength), bounded(text, EXTRA_PARAMS_LIMIT.valueLength)]);
  }
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

/** Returns a parameter's text, the first of several, or null. */
export function firstText(value: unknown): string | null {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first !== '' ? first : null;
}

export interface Visitor {
  readonly clickId: string;
  readonly uid: string | null;
  readonly subParams: SubParams;
  readonly params: Readonly<Record<string, string>> | null;
  readonly ip: string;
  readonly at: Date;
}

/** Returns the advertiser's URL. Encodes non-ASCII hosts and paths for the Location header. */
export function redirectTarget(
  offer: Pick<CatalogOffer, 'id' | 'trackingUrl'>,
  { clickId, uid, subParams, params, ip, at }: Visitor,
): string {
  const target = fillTrackingUrl(offer.trackingUrl, {
    ...params,
    ...Object.fromEntries(CUSTOM_PARAMETERS.map((name, index) => [name, subParams[index] ?? ''])),
    click_id: clickId,
    offer_id: offer.id,
    uid: uid ?? '',
    user_id: uid ?? '',
    user_ip: ip,
    timestamp: String(Math.floor(at.getTime() / 1000)),
    currency: 'INR',
  });
  return target.replaceAll(NOT_IN_HEADERS, (text) => encodeURIComponent(text.toWellFormed()));
}
