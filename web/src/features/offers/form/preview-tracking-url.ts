import { fillTrackingUrl, type TRACKING_MACROS } from '@muneem/contract/clicks';
import { isWebUrl } from '@muneem/contract/offers';
import { eachParameter } from '@muneem/contract/postbacks';

/** An invented visitor. */
const SAMPLE: Readonly<Record<(typeof TRACKING_MACROS)[number], string>> = {
  click_id: '01KAJ3Q8Z6W4T9N2XM5R7VBHYC',
  offer_id: 'ofr_sample',
  uid: 'user-1042',
  user_id: 'user-1042',
  timestamp: '1795240800',
  user_ip: '203.0.113.7',
  currency: 'INR',
  ...eachParameter((name) => `${name}-value`),
  p1: 'asha@upi',
};

export interface TrackingPreview {
  readonly url: string;
  /** Unknown macros. They are filled in only if the tracking link has a parameter of that name. */
  readonly unknown: readonly string[];
}

/** The tracking URL of a sample click. Undefined while it is not a web URL. */
export function previewTrackingUrl(template: string, offerId?: string): TrackingPreview | undefined {
  const trimmed = template.trim();
  if (!isWebUrl(trimmed)) return undefined;
  const url = fillTrackingUrl(trimmed, offerId === undefined ? SAMPLE : { ...SAMPLE, offer_id: offerId });
  const unknown = [...url.matchAll(/\{([A-Za-z0-9_-]{1,64})\}/g)].map(([macro]) => macro);
  return { url, unknown: [...new Set(unknown)] };
}
