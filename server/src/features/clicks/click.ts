import { EXTRA_PARAMS_LIMIT, fillTrackingUrl, isUpiId } from '@muneem/contract/clicks';
import type { CatalogOffer } from '#features/offers/index.ts';

export const SUB_PARAMS = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'] as const;

/** p1–p6 in their order; null where there is none. */
export type SubParams = readonly (string | null)[];

export interface NewClick {
  readonly id: string;
  readonly createdAt: Date;
  readonly offerId: string;
  /** The user's id in the consumer app; a click without a known one is anonymous. */
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
const OWN_PARAMS = new Set<string>([...SUB_PARAMS, 'uid']);

/** A stranger's text as it can be kept: without NUL, of bounded length (which may cut a pair of surrogates in two). */
const storable = (text: string, maxLength: number): string =>
  text.replaceAll('\0', '').slice(0, maxLength).toWellFormed();

export const readSubParams = (params: Readonly<Record<string, unknown>>): SubParams =>
  SUB_PARAMS.map((name) => {
    const text = firstText(params[name]);
    return text === null ? null : storable(text, SUB_PARAM_MAX_LENGTH);
  });

/** The user's UPI id, when p1 has the form of one. */
export const upiOf = ([p1]: SubParams): string | null =>
  typeof p1 === 'string' && isUpiId(p1.trim()) ? p1.trim() : null;

/** Everything else on the link, kept with the click. */
export function readExtraParams(params: Readonly<Record<string, unknown>>): Record<string, string> | null {
  const kept: [string, string][] = [];
  for (const [name, value] of Object.entries(params)) {
    if (OWN_PARAMS.has(name) || kept.length >= EXTRA_PARAMS_LIMIT.count) continue;
    const text = firstText(value);
    if (text !== null)
      kept.push([storable(name, EXTRA_PARAMS_LIMIT.nameLength), storable(text, EXTRA_PARAMS_LIMIT.valueLength)]);
  }
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

/** A parameter's text; the first of several; null for none. */
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

/** Where the advertiser gets the visitor, in the letters that a header may have: a host or path in another script is encoded. */
export function redirectTarget(
  offer: Pick<CatalogOffer, 'id' | 'trackingUrl'>,
  { clickId, uid, subParams, params, ip, at }: Visitor,
): string {
  const target = fillTrackingUrl(offer.trackingUrl, {
    ...params,
    ...Object.fromEntries(SUB_PARAMS.map((name, index) => [name, subParams[index] ?? ''])),
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
