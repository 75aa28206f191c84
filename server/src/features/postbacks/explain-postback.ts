import type { PostbackCheck, PostbackExplanation } from '@muneem/contract/postbacks';
import { eventKey } from '@muneem/contract/conversions';
import { AppError } from '#platform/app-error/index.ts';
import { kolkataDay } from '#platform/clock/index.ts';
import { dryRun } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { eventNames, findEvent, type CatalogOffer } from '#features/offers/index.ts';
import { explanation, failedCheck, MEMORY_CHECKS } from './explain-checks.ts';
import { readParam, type InboundPostback } from './inbound-postback.ts';
import { isRefused, judgePostback, type JudgeDependencies } from './judge-postback.ts';
import { MALFORMED, parseBodyText } from './parse-body.ts';
import { readPostbackLog } from './postback-log.repository.ts';
import { countApprovedOn } from './postbacks.repository.ts';
import { fromLog, toInboundPostback } from './stored-postback.ts';
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
  if (postback === MALFORMED) return explanation({ verdict: 'malformed', failed: 'readable', isShort: false });
  const isShort = postback.offerId === undefined;
  const judged = judgePostback(dependencies, postback, isTokenKnown);
  const offer = postback.offerId === undefined ? undefined : dependencies.offers.get(postback.offerId);
  const givenEvent = postback.eventName ?? readParam(postback, 'event') ?? null;
  if (isRefused(judged)) {
    const { verdict, message, detail, clickId } = judged;
    return explanation({
      verdict,
      failed: judged.verdict === 'malformed' ? (givenEvent === null ? 'event' : 'direction') : MEMORY_CHECKS[verdict],
      isShort,
      offer,
      event: givenEvent,
      clickId,
      message,
      details: detail === undefined ? {} : { [MEMORY_CHECKS[verdict] ?? 'direction']: detail },
    });
  }
  const [tried] = await dryRun(dependencies.database, (tx) => recordPostbacks(tx, dependencies, [judged]));
  if (!tried) throw new Error('one postback, but no outcome');
  const { conversion, reversal, dialect } = judged;
  const clicked = offer ?? (tried.offerId === null ? undefined : dependencies.offers.get(tried.offerId));
  return explanation({
    verdict: tried.verdict,
    failed: failedCheck(tried),
    isShort,
    offer: clicked,
    event: givenEvent,
    clickId: tried.clickId ?? conversion.clickId,
    tried,
    details: await describe(dependencies, { clicked, givenEvent, tried, reversal, dialect, postback, isTokenKnown }),
    reversal,
  });
}

async function readInput(
  dependencies: ExplainDependencies,
  input: PostbackToExplain,
): Promise<{ postback: InboundPostback | typeof MALFORMED; isTokenKnown: boolean }> {
  if (input.postbackId !== undefined) {
    const [row] = await readPostbackLog(dependencies.database, [input.postbackId]);
    if (!row) throw new AppError('not_found', 'Postback not found in the log.');
    // A readable postback that contradicts itself has a detail.
    const isUnreadable = row.verdict === 'malformed' && row.detail === null;
    const postback = isUnreadable ? MALFORMED : (fromLog(row) ?? MALFORMED);
    return { postback, isTokenKnown: row.verdict !== 'bad_token' };
  }
  const body = input.body === undefined || input.body.trim() === '' ? undefined : input.body;
  const parsed = body === undefined ? undefined : parseBodyText(body);
  if (parsed === MALFORMED) return { postback: MALFORMED, isTokenKnown: false };
  const request = {
    method: body === undefined ? 'GET' : 'POST',
    url: input.url ?? '',
    body: parsed,
    ip: input.ip ?? UNLISTED_IP,
    userAgent: null,
    receivedAt: dependencies.clock.now(),
  };
  const postback = toInboundPostback(request);
  if (!postback) {
    throw new AppError('validation_failed', 'This is not a postback URL.', {
      fields: { url: 'Paste a URL that begins with /postback, as shown in System URLs.' },
    });
  }
  const list = postback.offerId === undefined ? null : dependencies.offers.get(postback.offerId)?.allowedSenders;
  const assumed = input.ip === undefined ? list?.[0]?.[0].toString() : undefined;
  return { postback: assumed === undefined ? postback : { ...postback, ip: assumed }, isTokenKnown: false };
}

async function describe(
  { database, clock }: ExplainDependencies,
  found: {
    clicked: CatalogOffer | undefined;
    givenEvent: string | null;
    tried: RecordedPostback;
    reversal: string | undefined;
    dialect: string | undefined;
    postback: InboundPostback;
    isTokenKnown: boolean;
  },
): Promise<Partial<Record<PostbackCheck, string>>> {
  const { clicked, givenEvent, tried, reversal, dialect, postback, isTokenKnown } = found;
  const details: Partial<Record<PostbackCheck, string>> = {};
  if (isTokenKnown) details.token = 'It was valid when the postback arrived. The log does not store it.';
  if (reversal !== undefined) details.direction = tried.note === null ? reversal : `${reversal} ${tried.note}`;
  if (tried.verdict === 'pending' && tried.note !== null) details.direction = tried.note;
  if (dialect !== undefined) details.direction = [details.direction, dialect].filter(Boolean).join(' ');
  if (clicked) {
    details.offer = clicked.title;
    details.click_offer = clicked.title;
    details.sender = clicked.allowedSenders === null ? 'Anyone may send for this offer.' : `Taken as ${postback.ip}`;
    details.active = clicked.isActive ? 'Active' : 'Not active';
    const event = givenEvent === null ? null : findEvent(clicked, givenEvent);
    if (event && givenEvent !== null && !event.isRetired) {
      details.known_event =
        eventKey(event.name) === eventKey(givenEvent) ? event.name : `“${givenEvent}” means ${event.name}`;
      const counts = await countApprovedOn(database, [event.id], kolkataDay(clock.now()));
      details.cap = `${counts.get(event.id) ?? 0} of ${event.dailyCap} approved today`;
    } else {
      const removed = event ? `${event.name} was removed from this offer. ` : '';
      details.known_event = `${removed}The offer has: ${eventNames(clicked).join(', ')}`;
    }
  }
  if (givenEvent !== null) details.event = givenEvent;
  if (tried.verdict === 'already_rewarded' && tried.note !== null) details.user = tried.note;
  if (tried.verdict === 'ip_blocked' && tried.note !== null) details.address = tried.note;
  if (tried.verdict === 'duplicate' && tried.conversionId !== null) details.duplicate = `It is ${tried.conversionId}`;
  if (tried.verdict === 'contradiction')
    details.duplicate = `It contradicts the approved ${tried.conversionId}. ${tried.note}`;
  if (tried.verdict === 'accepted') {
    const referral = tried.referralCoins > 0 ? ` and ${tried.referralCoins} to the referrer` : '';
    details.reward = tried.note ?? `${tried.coins} coins to the user${referral}`;
  }
  return details;
}
