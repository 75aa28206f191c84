import { coins, negate, paise, rupeesFromPaise, type Coins } from '@muneem/contract/money';
import type { PostbackVerdict } from '@muneem/contract/postbacks';
import type { Tx } from '#platform/database/index.ts';
import {
  clickIdsOf,
  isRecorded,
  lockClaimsOfClicks,
  type ConversionVerdict,
  type RecordConversions,
  type ReversalVerdict,
  type ReverseConversion,
} from '#features/conversions/index.ts';
import { readConversions } from './postback-log.repository.ts';
import { describeClaim, type PostbackToStore } from './store-postbacks.ts';

export interface RecordDependencies {
  readonly recordConversions: RecordConversions;
  readonly reverseConversion: ReverseConversion;
}

const NO_COINS = coins(0);

export interface RecordedPostback {
  readonly verdict: PostbackVerdict;
  /** Undefined if nothing was recorded. */
  readonly clickId: string | undefined;
  readonly offerId: string | null;
  /** In lower case, like in the log. */
  readonly event: string | null;
  readonly conversionId: string | null;
  /** Coins credited now. Negative: taken. */
  readonly coins: Coins;
  readonly referralCoins: Coins;
  /** Rupees of user and referrer together. */
  readonly payout: number;
  /** Why no user was credited, what a contradiction says, or the result of a reversal. */
  readonly note: string | null;
}

/**
 * Records postbacks with the real code in the caller's transaction, without logging them.
 * Locks claims first, then records all payments in one batch, then reversals one by one.
 * @returns results in input order
 */
export async function recordPostbacks(
  tx: Tx,
  { recordConversions, reverseConversion }: RecordDependencies,
  items: readonly PostbackToStore[],
): Promise<RecordedPostback[]> {
  const paying = items.filter(({ reversal }) => reversal === undefined);
  await lockClaimsOfClicks(
    tx,
    items.flatMap(({ conversion, reversal }) => (reversal === undefined ? [] : clickIdsOf(conversion))),
  );
  const verdicts = await recordConversions(
    tx,
    paying.map(({ conversion }) => conversion),
  );
  const ids = verdicts.flatMap((verdict) => (isRecorded(verdict) ? [verdict.conversionId] : []));
  const conversions = await readConversions(tx, ids);
  const tried = new Map<PostbackToStore, RecordedPostback>();
  paying.forEach((item, index) => {
    const verdict = verdicts[index] as ConversionVerdict;
    const isNew = isRecorded(verdict) && verdict.code !== 'duplicate' && verdict.code !== 'contradiction';
    const row = isNew ? conversions.get(verdict.conversionId) : undefined;
    tried.set(item, {
      ...subjectOf(verdict),
      coins: row?.rewardCoins ?? NO_COINS,
      referralCoins: row?.referralCoins ?? NO_COINS,
      payout: rupeesFromPaise(paise((row?.userPayoutPaise ?? 0) + (row?.referralPayoutPaise ?? 0))),
      note: row?.reason ?? (isRecorded(verdict) ? verdict.said : null) ?? null,
    });
  });
  for (const item of items) {
    if (item.reversal === undefined) continue;
    const verdict = await reverseConversion(tx, item.conversion, item.reversal);
    tried.set(item, {
      ...subjectOf(verdict),
      coins: verdict.code === 'reversed' && verdict.takenCoins > 0 ? negate(verdict.takenCoins) : NO_COINS,
      referralCoins: NO_COINS,
      payout: 0,
      note: noteOf(verdict),
    });
  }
  return items.map((item) => tried.get(item) as RecordedPostback);
}

const subjectOf = (
  verdict: ConversionVerdict | ReversalVerdict,
): Pick<RecordedPostback, 'verdict' | 'clickId' | 'offerId' | 'event' | 'conversionId'> => ({
  verdict: verdict.code,
  clickId: 'clickId' in verdict ? verdict.clickId : undefined,
  offerId: verdict.offerId ?? null,
  event: 'eventName' in verdict ? verdict.eventName.toLowerCase() : null,
  conversionId: 'conversionId' in verdict ? verdict.conversionId : null,
});

function noteOf(verdict: ReversalVerdict): string | null {
  if (verdict.code !== 'reversed') return null;
  if (verdict.isRepeat) return 'It was already reversed.';
  const { takenCoins, owedCoins, claim } = verdict;
  const besides = claim ? ` ${describeClaim(claim)}` : '';
  if (owedCoins > 0) return `The wallet no longer has ${owedCoins} coins: they would be outstanding.${besides}`;
  const taken = takenCoins > 0 ? `${takenCoins} coins are reversed.` : 'Nothing was credited, so nothing is reversed.';
  return `${taken}${besides}`;
}
