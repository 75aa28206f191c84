import type { Clock } from '#platform/clock/index.ts';
import type { Tracer } from '#platform/tracing/index.ts';
import type { OfferCatalog } from '#features/offers/index.ts';
import type { InboundPostback } from './inbound-postback.ts';
import { isRefused, type RefusedPostback } from './judge-postback.ts';
import type { PostbackReply } from './refuse-postback.ts';
import type { PostbackToStore } from './store-postbacks.ts';

interface TraceDependencies {
  readonly offers: OfferCatalog;
  readonly clock: Clock;
  readonly tracer?: Tracer | undefined;
}

/** Adds a postback to its click's trace. A caller without a valid token cannot write to a trace. */
export function tracePostback(
  { offers, clock, tracer }: TraceDependencies,
  judged: RefusedPostback | PostbackToStore,
  postback: InboundPostback,
  { status, body }: PostbackReply,
): void {
  if (tracer === undefined) return;
  if (body.code === 'bad_token' || body.code === 'malformed' || body.code === 'click_unknown') return;
  const { clickId, otherClickId } = isRefused(judged) ? { ...judged, otherClickId: undefined } : judged.conversion;
  tracer.add({
    clickId: otherClickId === undefined ? (clickId ?? '') : '',
    name: 'postback',
    startedAt: postback.receivedAt,
    endedAt: clock.now(),
    isFailed: status >= 400,
    attributes: {
      'muneem.verdict': body.code,
      'muneem.offer_id': offers.get(postback.offerId ?? '')?.id,
      'muneem.conversion_id': body.conversionId,
      'http.response.status_code': status,
    },
  });
}
