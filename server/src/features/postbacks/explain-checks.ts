import {
  POSTBACK_CHECKS,
  POSTBACK_VERDICTS,
  type PostbackCheck,
  type PostbackExplanation,
  type PostbackVerdict,
} from '@muneem/contract/postbacks';
import type { CatalogOffer } from '#features/offers/index.ts';
import type { RecordedPostback } from './record-postbacks.ts';

/** The check that a verdict of the in-memory checks belongs to. */
export const MEMORY_CHECKS: Partial<Record<PostbackVerdict, PostbackCheck>> = {
  bad_token: 'token',
  offer_mismatch: 'offer',
  ip_not_allowed: 'sender',
  event_missing: 'event',
  event_unknown: 'known_event',
  click_missing: 'click_id',
  click_conflict: 'click_id',
  click_unknown: 'click_id',
  test: 'direction',
};

/** The check that a verdict of the transaction belongs to. */
const TRANSACTION_CHECKS: Partial<Record<PostbackVerdict, PostbackCheck>> = {
  click_conflict: 'click_id',
  click_unknown: 'click',
  offer_mismatch: 'click_offer',
  bad_token: 'click_offer',
  ip_not_allowed: 'sender',
  click_missing: 'click_id',
  event_unknown: 'known_event',
  event_retired: 'known_event',
  duplicate: 'duplicate',
  contradiction: 'duplicate',
  pending: 'direction',
  offer_inactive: 'active',
  already_rewarded: 'user',
  ip_blocked: 'address',
  over_cap: 'cap',
};

export function failedCheck({ verdict, coins, note }: RecordedPostback): PostbackCheck | undefined {
  if (verdict === 'accepted') return coins > 0 || note === null ? undefined : 'reward';
  return TRANSACTION_CHECKS[verdict];
}

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

interface FoundVerdict {
  readonly verdict: PostbackVerdict;
  readonly failed: PostbackCheck | undefined;
  readonly isShort: boolean;
  readonly offer?: CatalogOffer | undefined;
  readonly event?: string | null;
  readonly clickId?: string | undefined;
  readonly message?: string | undefined;
  readonly tried?: RecordedPostback;
  readonly reversal?: string | undefined;
  readonly details?: Partial<Record<PostbackCheck, string>>;
}

/** Turns the verdict into a list of checks: passed, then the one that failed, then skipped. */
export function explanation(found: FoundVerdict): PostbackExplanation {
  const { verdict, failed, isShort, offer, event, clickId, message, tried, reversal, details } = found;
  const order = isShort ? SHORT_ORDER : POSTBACK_CHECKS;
  const failedAt = failed === undefined ? order.length : order.indexOf(failed);
  const checks = order.map((check, index) => {
    const isSkipped = index > failedAt || (reversal !== undefined && NOT_FOR_REVERSALS.has(check));
    return {
      check,
      outcome: isSkipped ? ('skipped' as const) : index === failedAt ? ('failed' as const) : ('passed' as const),
      detail: index > failedAt ? null : (details?.[check] ?? null),
    };
  });
  return {
    success: true,
    verdict,
    httpStatus: POSTBACK_VERDICTS[verdict].status,
    message: message ?? POSTBACK_VERDICTS[verdict].message,
    checks,
    offerId: offer?.id ?? null,
    offerTitle: offer?.title ?? null,
    event: event ?? null,
    clickId: clickId ?? null,
    // The dry run's conversion is rolled back, so only an existing one has an id.
    conversionId: verdict === 'duplicate' || verdict === 'contradiction' ? (tried?.conversionId ?? null) : null,
    coins: tried?.coins ?? 0,
    referralCoins: tried?.referralCoins ?? 0,
    payout: tried?.payout ?? 0,
  };
}
