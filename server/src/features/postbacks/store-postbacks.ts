import { POSTBACK_VERDICTS } from '@muneem/contract/postbacks';
import { createBatcher, type Batcher } from '#platform/batcher/index.ts';
import { transaction, transactionUnflushed, type Database, type Tx } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import {
  isRecorded,
  type ConversionInput,
  type ConversionVerdict,
  type RecordConversions,
  type ReversalVerdict,
  type ReverseConversion,
} from '#features/conversions/index.ts';
import type { InboundPostback } from './inbound-postback.ts';
import { insertLogRows, toLogRow, type LoggedOutcome, type LogRow } from './log-entry.ts';

/** A postback of an allowed sender, and its claim. */
export interface PostbackToStore {
  readonly postback: InboundPostback;
  readonly conversion: ConversionInput;
  /** The network's reason for a reversal. Undefined if it is none. */
  readonly reversal?: string | undefined;
  /** The value that the network's dialect explained, for Explain. */
  readonly dialect?: string | undefined;
}

export interface PostbackBatcher extends Pick<Batcher<PostbackToStore, ConversionVerdict>, 'add' | 'size'> {
  /** Waits for all added postbacks. Add none afterwards. */
  stop(): Promise<void>;
}

/**
 * One batch at a time, so that batches are large and never wait for each other's rows.
 * Beyond 4,096 queued postbacks, an answer would time out.
 */
const BATCHING = { maxWaitMs: 1, maxItems: 256, maxInFlight: 1, maxQueued: 4_096 };

interface PostbackBatcherDependencies extends Pick<Platform, 'database'> {
  readonly recordConversions: RecordConversions;
}

/**
 * Batches postbacks: conversions, coins and log rows commit together. Each caller is answered once they are durable;
 * the next batch runs meanwhile.
 */
export function createPostbackBatcher({ database, recordConversions }: PostbackBatcherDependencies): PostbackBatcher {
  const flushing = new Set<Promise<void>>();
  const commits = createBatcher({
    ...BATCHING,
    run: async (items: readonly PostbackToStore[]) => {
      const { result, durable } = await transactionUnflushed(database, (tx) =>
        storePostbacks(tx, recordConversions, items),
      );
      const ended = durable.catch(() => undefined).then(() => void flushing.delete(ended));
      flushing.add(ended);
      return result.map((verdict) => ({ verdict, durable }));
    },
  });
  return {
    get size() {
      return commits.size;
    },
    async add(item) {
      const { verdict, durable } = await commits.add(item);
      await durable;
      return verdict;
    },
    async stop() {
      await commits.drain();
      await Promise.all(flushing);
    },
  };
}

export const storePostbacks = (
  tx: Tx,
  recordConversions: RecordConversions,
  items: readonly PostbackToStore[],
): Promise<ConversionVerdict[]> =>
  recordConversions(
    tx,
    items.map(({ conversion }) => conversion),
    (verdicts) =>
      insertLogRows(
        tx,
        items.map((item, index) => logRowOf(item, verdicts[index] as ConversionVerdict)),
      ),
  );

function logRowOf({ postback, conversion }: PostbackToStore, verdict: ConversionVerdict): LogRow {
  const { code } = verdict;
  return toLogRow({
    postback,
    verdict: code,
    httpStatus: POSTBACK_VERDICTS[code].status,
    clickId: isRecorded(verdict) ? verdict.clickId : conversion.clickId,
    offerId: verdict.offerId ?? postback.offerId,
    ...(isRecorded(verdict)
      ? { eventKey: verdict.eventName.toLowerCase(), conversionId: verdict.conversionId, detail: verdict.said }
      : {
          eventKey: conversion.eventName.toLowerCase(),
          detail: verdict.message ?? (verdict.events && `The offer has: ${verdict.events.join(', ')}`),
        }),
  });
}

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
  insertLogRows(tx, [
    toLogRow({
      postback,
      verdict: verdict.code,
      httpStatus: POSTBACK_VERDICTS[verdict.code].status,
      clickId: verdict.code === 'reversed' ? verdict.clickId : conversion.clickId,
      offerId: verdict.offerId ?? postback.offerId,
      ...describeReversal(verdict, conversion.eventName),
    }),
  ]);
  return verdict;
}

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

export const describeClaim = ({
  id,
  coins,
}: NonNullable<Extract<ReversalVerdict, { code: 'reversed' }>['claim']>): string =>
  `The approved claim ${id} credited ${coins} coins for the offer. They stay.`;
