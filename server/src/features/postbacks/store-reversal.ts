import { POSTBACK_VERDICTS } from '@muneem/contract/postbacks';
import { createBatcher, type Batcher } from '#platform/batcher/index.ts';
import { transaction, type Database, type Tx } from '#platform/database/index.ts';
import type { ReversalVerdict, ReverseConversion } from '#features/conversions/index.ts';
import type { LoggedOutcome } from './log-entry.ts';
import { insertPostbackLog } from './postbacks.repository.ts';
import type { PostbackToStore } from './store-postbacks.ts';

export type ReversalQueue = Batcher<PostbackToStore, ReversalVerdict>;

/** Reversals are rare and touch much: each has its own transaction, a few side by side. */
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

/** Takes the conversion back and logs the postback, together. */
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
      clickId: conversion.clickId,
      offerId: verdict.offerId ?? postback.offerId,
      ...describeReversal(verdict, conversion.eventName),
    },
  ]);
  return verdict;
}

/** What the log says about it. */
export function describeReversal(
  verdict: ReversalVerdict,
  eventName: string,
): Pick<LoggedOutcome, 'eventKey' | 'conversionId' | 'detail'> {
  if (verdict.code !== 'reversed') {
    const detail = verdict.events && `The offer knows: ${verdict.events.join(', ')}`;
    return { eventKey: eventName.toLowerCase(), detail };
  }
  const { conversionId, isRepeat, takenCoins, owedCoins, claim } = verdict;
  const moved = [
    ...(takenCoins > 0 ? [`${takenCoins} coins taken back`] : []),
    ...(owedCoins > 0 ? [`${owedCoins} coins owed: the wallet no longer has them`] : []),
  ];
  const sentences = [
    moved.length > 0 ? `${moved.join('; ')}.` : `Nothing was credited${claim ? ' by the event' : ''}.`,
    ...(claim ? [ofClaim(claim)] : []),
  ];
  const detail = isRepeat ? 'It was reversed before.' : sentences.join(' ');
  return { eventKey: verdict.eventName.toLowerCase(), conversionId, detail };
}

/** What an event did not credit, the claim did: it stays, and is listed for a person. */
export const ofClaim = ({ id, coins }: NonNullable<Extract<ReversalVerdict, { code: 'reversed' }>['claim']>): string =>
  `The approved claim ${id} credited ${coins} coins for the offer: they stay until a person decides.`;
