import type { Tracer } from '#platform/tracing/index.ts';
import type { OfferCatalog } from '#features/offers/index.ts';
import type { InboundPostback } from './inbound-postback.ts';
import { claimedClickId } from './judge-postback.ts';
import type { PostbackReply } from './refuse-postback.ts';

/** Adds a postback to its click's trace. A caller without a valid token cannot write to a trace. */
export function tracePostback(
  { offers }: { readonly offers: OfferCatalog },
  tracer: Tracer,
  postback: InboundPostback,
  { status, body }: PostbackReply,
  endedAt: Date,
): void {
  if (body.code === 'bad_token' || body.code === 'malformed' || body.code === 'click_unknown') return;
  const offer = postback.offerId === undefined ? undefined : offers.get(postback.offerId);
  tracer.add({
    clickId: claimedClickId(postback, offer) ?? '',
    name: 'postback',
    startedAt: postback.receivedAt,
    endedAt,
    isFailed: status >= 400,
    attributes: {
      'muneem.verdict': body.code,
      'muneem.offer_id': offer?.id,
      'muneem.conversion_id': body.conversionId,
      'http.response.status_code': status,
    },
  });
}
