import {
  POSTBACK_CHECKS,
  POSTBACK_VERDICTS,
  type PostbackCheck,
  type PostbackExplanation,
  type PostbackVerdict,
} from '@muneem/contract/postbacks';
import type { CatalogOffer } from '#features/offers/index.ts';
import type { InboundPostback } from './inbound-postback.ts';
import type { RecordedPostback } from './record-postbacks.ts';

/** In the short form, the click determines the offer, and so its IP list and events. */
const SHORT_ORDER: readonly PostbackCheck[] = [
  'readable',
  'token',
  'event',
  'direction',
  'click_id',
  'click',
  'click_offer',
  'sender',
  'known_event',
  'duplicate',
  'active',
  'user',
  'address',
  'cap',
  'reward',
];
/** Checks that do not apply to a reversal. */
const NOT_FOR_REVERSALS = new Set<PostbackCheck>(['duplicate', 'active', 'user', 'address', 'cap', 'reward']);

interface Found {
  readonly postback: InboundPostback;
  readonly verdict: PostbackVerdict;
  readonly failed?: PostbackCheck | null;
  readonly offer: CatalogOffer | undefined;
  readonly clickId?: string | undefined;
  readonly message?: string;
  readonly tried?: RecordedPostback;
  readonly reversal?: string | undefined;
  readonly details: Partial<Record<PostbackCheck, string>>;
}

/** Turns the verdict into a list of checks: passed, then the one that failed, then skipped. */
export function explanation(found: Found): PostbackExplanation {
  const { postback, verdict, failed, offer, tried, reversal, details } = found;
  const order = postback.offerId === undefined ? SHORT_ORDER : POSTBACK_CHECKS;
  const failedAt = failed ? order.indexOf(failed) : order.length;
  const checks = order.map((check, index) => {
    const isSkipped = index > failedAt || (reversal !== undefined && NOT_FOR_REVERSALS.has(check));
    return {
      check,
      outcome: isSkipped ? ('skipped' as const) : index === failedAt ? ('failed' as const) : ('passed' as const),
      detail: index > failedAt ? null : (details[check] ?? null),
    };
  });
  return {
    success: true,
    verdict,
    httpStatus: POSTBACK_VERDICTS[verdict].status,
    message: found.message ?? POSTBACK_VERDICTS[verdict].message,
    checks,
    offerId: offer?.id ?? null,
    offerTitle: offer?.title ?? null,
    event: postback.eventName ?? null,
    clickId: found.clickId ?? null,
    // The dry run's conversion is rolled back, so only an existing one has an id.
    conversionId: verdict === 'duplicate' || verdict === 'contradiction' ? (tried?.conversionId ?? null) : null,
    coins: tried?.coins ?? 0,
    referralCoins: tried?.referralCoins ?? 0,
    payout: tried?.payout ?? 0,
  };
}
