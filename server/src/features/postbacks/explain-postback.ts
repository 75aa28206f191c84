import {
  POSTBACK_CHECKS,
  POSTBACK_VERDICTS,
  type PostbackCheck,
  type PostbackExplanation,
  type PostbackVerdict,
} from '@muneem/contract/postbacks';
import { eventKey } from '@muneem/contract/conversions';
import { AppError } from '#platform/app-error/index.ts';
import { kolkataDay } from '#platform/clock/index.ts';
import { dryRun } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { listDayCounts } from '#features/conversions/index.ts';
import { eventNames, findEvent, type CatalogOffer } from '#features/offers/index.ts';
import { fromLog, parseStored, type InboundPostback } from './inbound-postback.ts';
import { isRefused, judgePostback, type JudgeDependencies } from './judge-postback.ts';
import { readPostbackLog } from './postback-log.repository.ts';
import type { PostbackToStore } from './store-postbacks.ts';
import { recordPostbacks, type RecordedPostback, type RecordDependencies } from './record-postbacks.ts';

export type ExplainDependencies = JudgeDependencies & RecordDependencies & Pick<Platform, 'database' | 'clock'>;

interface PostbackToExplain {
  readonly postbackId?: string | undefined;
  readonly url?: string | undefined;
  readonly body?: string | undefined;
  readonly ip?: string | undefined;
}

/** A documentation address (RFC 5737), for an offer that accepts every sender. */
const UNLISTED_IP = '192.0.2.1';

/** Dry run: checks a postback against the current rules. Runs the real code in a transaction that rolls back. */
export async function explainPostback(
  dependencies: ExplainDependencies,
  input: PostbackToExplain,
): Promise<PostbackExplanation> {
  await dependencies.offers.catchUp();
  const { postback, isTokenKnown } = await readInput(dependencies, input);
  const judged = judgePostback(dependencies, postback, isTokenKnown);
  const named = dependencies.offers.get(postback.offerId ?? '');
  if (isRefused(judged)) {
    const { failed, detail } = judged;
    const details = failed === undefined || detail === undefined ? {} : { [failed]: detail };
    return explanation({ ...judged, postback, offer: named, details });
  }
  const [tried] = await dryRun(dependencies.database, (tx) => recordPostbacks(tx, dependencies, [judged]));
  if (!tried) throw new Error('one postback, but no outcome');
  const { verdict, coins, note } = tried;
  const offer = named ?? dependencies.offers.get(tried.offerId ?? '');
  return explanation({
    postback,
    verdict,
    failed: verdict === 'accepted' && coins === 0 && note !== null ? 'reward' : POSTBACK_VERDICTS[verdict].failed,
    offer,
    clickId: tried.clickId ?? judged.conversion.clickId,
    tried,
    reversal: judged.reversal,
    details: await describe(dependencies, { judged, offer, tried, isTokenKnown }),
  });
}

async function readInput(
  { database, offers, clock }: ExplainDependencies,
  input: PostbackToExplain,
): Promise<{ postback: InboundPostback; isTokenKnown: boolean }> {
  if (input.postbackId !== undefined) {
    const [row] = await readPostbackLog(database, [input.postbackId]);
    if (!row) throw new AppError('not_found', 'Postback not found in the log.');
    return { postback: fromLog(row), isTokenKnown: row.verdict !== 'bad_token' };
  }
  const bodyText = input.body?.trim() === '' ? undefined : input.body;
  const postback = parseStored({
    method: bodyText === undefined ? 'GET' : 'POST',
    url: input.url ?? '',
    bodyText,
    ip: input.ip ?? UNLISTED_IP,
    userAgent: null,
    receivedAt: clock.now(),
  });
  if (!postback) {
    throw new AppError('validation_failed', 'This is not a postback URL.', {
      fields: { url: 'Paste a URL that begins with /postback, as shown in System URLs.' },
    });
  }
  const listed = offers.get(postback.offerId ?? '')?.allowedSenders?.[0]?.[0].toString();
  return { postback: { ...postback, ip: input.ip ?? listed ?? UNLISTED_IP }, isTokenKnown: false };
}

async function describe(
  { database, clock }: ExplainDependencies,
  {
    judged: { postback, conversion, reversal, dialect },
    offer,
    tried: { verdict, note, conversionId, coins, referralCoins },
    isTokenKnown,
  }: {
    readonly judged: PostbackToStore;
    readonly offer: CatalogOffer | undefined;
    readonly tried: RecordedPostback;
    readonly isTokenKnown: boolean;
  },
): Promise<Partial<Record<PostbackCheck, string>>> {
  const { eventName } = conversion;
  const details: Partial<Record<PostbackCheck, string>> = { event: eventName };
  if (isTokenKnown) details.token = 'It was valid when the postback arrived. The log does not store it.';
  const direction = [reversal, reversal === undefined && verdict !== 'pending' ? null : note, dialect];
  details.direction = direction.filter(Boolean).join(' ');
  if (offer) {
    details.offer = offer.title;
    details.click_offer = offer.title;
    details.sender = offer.allowedSenders === null ? 'Anyone may send for this offer.' : `Taken as ${postback.ip}`;
    details.active = offer.isActive ? 'Active' : 'Not active';
    const event = findEvent(offer, eventName);
    if (event && !event.isRetired) {
      details.known_event =
        eventKey(event.name) === eventKey(eventName) ? event.name : `“${eventName}” means ${event.name}`;
      const [count] = await listDayCounts(database, [event.id], [kolkataDay(clock.now())]);
      details.cap = `${count?.approved ?? 0} of ${event.dailyCap} approved today`;
    } else {
      const removed = event ? `${event.name} was removed from this offer. ` : '';
      details.known_event = `${removed}The offer has: ${eventNames(offer).join(', ')}`;
    }
  }
  if (verdict === 'already_rewarded' && note !== null) details.user = note;
  if (verdict === 'ip_blocked' && note !== null) details.address = note;
  if (verdict === 'duplicate' && conversionId !== null) details.duplicate = `It is ${conversionId}`;
  if (verdict === 'contradiction') details.duplicate = `It contradicts the approved ${conversionId}. ${note}`;
  if (verdict === 'accepted')
    details.reward =
      note ?? `${coins} coins to the user${referralCoins > 0 ? ` and ${referralCoins} to the referrer` : ''}`;
  return details;
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
function explanation(found: Found): PostbackExplanation {
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
