import { POSTBACK_VERDICTS, type PostbackVerdict } from '@muneem/contract/postbacks';
import { createBatcher, type Batcher } from '#platform/batcher/index.ts';
import { transactionUnflushed, type Tx } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import {
  isRecorded,
  type ConversionInput,
  type ConversionVerdict,
  type RecordConversions,
} from '#features/conversions/index.ts';
import type { InboundPostback } from './inbound-postback.ts';
import type { LogEntry } from './log-entry.ts';
import { insertPostbackLog } from './postbacks.repository.ts';

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

/** Records the postbacks and their log. */
export const storePostbacks = (
  tx: Tx,
  recordConversions: RecordConversions,
  items: readonly PostbackToStore[],
): Promise<ConversionVerdict[]> =>
  recordConversions(
    tx,
    items.map(({ conversion }) => conversion),
    async (verdicts) =>
      insertPostbackLog(
        tx,
        items.map((item, index) => toLogEntry(item, verdicts[index] as ConversionVerdict)),
      ),
  );

function toLogEntry({ postback, conversion }: PostbackToStore, verdict: ConversionVerdict): LogEntry {
  const code: PostbackVerdict = verdict.code;
  return {
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
  };
}
