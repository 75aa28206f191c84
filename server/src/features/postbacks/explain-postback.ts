import { POSTBACK_VERDICTS, type PostbackCheck, type PostbackExplanation } from '@muneem/contract/postbacks';
import { eventKey } from '@muneem/contract/conversions';
import { AppError } from '#platform/app-error/index.ts';
import { kolkataDay } from '#platform/clock/index.ts';
import { dryRun } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { eventNames, findEvent, type CatalogOffer } from '#features/offers/index.ts';
import { explanation } from './explain-checks.ts';
import type { InboundPostback } from './inbound-postback.ts';
import { isRefused, judgePostback, type JudgeDependencies } from './judge-postback.ts';
import { readPostbackLog } from './postback-log.repository.ts';
import { countApprovedOn } from './postbacks.repository.ts';
import type { PostbackToStore } from './store-postbacks.ts';
import { fromLog, parseStored } from './stored-postback.ts';
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
      const counts = await countApprovedOn(database, [event.id], kolkataDay(clock.now()));
      details.cap = `${counts.get(event.id) ?? 0} of ${event.dailyCap} approved today`;
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
