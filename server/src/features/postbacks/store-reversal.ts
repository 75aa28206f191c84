import { POSTBACK_VERDICTS } from '@muneem/contract/postbacks';
import { createBatcher, type Batcher } from '#platform/batcher/index.ts';
import { transaction, type Database, type Tx } from '#platform/database/index.ts';
import type { ReversalVerdict, ReverseConversion } from '#features/conversions/index.ts';
import type { LoggedOutcome } from './log-entry.ts';
import { insertPostbackLog } from './postbacks.repository.ts';
import type { PostbackToStore } from './store-postbacks.ts';

export type ReversalQueue = Batcher<PostbackToStore, ReversalVerdict>;

/** Each reversal has its own transaction: they are rare and lock many rows. */
export const createReversalQueue = (database: Database, reverseConversion: ReverseConversion): ReversalQueue =>
  createBatcher({
    maxItems: 1,
    maxInFlight: 2,
    maxWaitMs: 0,
    maxQueued: 1_000,
    run: async (items) => {
      const verdicts: ReversalVerdict[] = [];
      for (const item of items)
        verdicts.push(await transaction(database, (tx) => storeReversal(tx, reverseConversion, item)));
      return verdicts;
    },
  });

/** Reverses the conversion and logs the postback, in one transaction. */
async function storeReversal(
  tx: Tx,
  reverseConversion: ReverseConversion,
  { postback, conversion, reversal = '' }: PostbackToStore,
): Promise<ReversalVerdict> {
  const verdict = await reverseConversion(tx, conversion, reversal);
  insertPostbackLog(tx, [
    {
      postback,
      verdict: verdict.code,
      httpStatus: POSTBACK_VERDICTS[verdict.code].status,
      clickId: verdict.code === 'reversed' ? verdict.clickId : conversion.clickId,
      offerId: verdict.offerId ?? postback.offerId,
      ...describeReversal(verdict, conversion.eventName),
    },
  ]);
  return verdict;
}

/** Returns the reversal's text for the log. */
function describeReversal(
  verdict: ReversalVerdict,
  eventName: string,
): Pick<LoggedOutcome, 'eventKey' | 'conversionId' | 'detail'> {
  if (verdict.code !== 'reversed') {
    const detail = verdict.events && `The offer has: ${verdict.events.join(', ')}`;
    return { eventKey: eventName.toLowerCase(), detail };
  }
  const { conversionId, isRepeat, takenCoins, owedCoins, claim } = verdict;
  const moved = [
    ...(takenCoins > 0 ? [`${takenCoins} coins reversed`] : []),
    ...(owedCoins > 0 ? [`${owedCoins} coins outstanding: the wallet no longer has them`] : []),
  ];
  const sentences = [
    moved.length > 0 ? `${moved.join('; ')}.` : `Nothing was credited${claim ? ' by the event' : ''}.`,
    ...(claim ? [describeClaim(claim)] : []),
  ];
  const detail = isRepeat ? 'It was already reversed.' : sentences.join(' ');
  return { eventKey: verdict.eventName.toLowerCase(), conversionId, detail };
}

/** Describes the claim's coins. */
export const describeClaim = ({
  id,
  coins,
}: NonNullable<Extract<ReversalVerdict, { code: 'reversed' }>['claim']>): string =>
  `The approved claim ${id} credited ${coins} coins for the offer. They stay.`;
