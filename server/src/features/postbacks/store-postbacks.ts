import type { PostbackVerdict } from '@muneem/contract/postbacks';
import { POSTBACK_VERDICTS } from '@muneem/contract/postbacks';
import { createBatcher, createTurns, type Batcher } from '#platform/batcher/index.ts';
import { commitUnflushed, flushCommits, transaction, type Tx } from '#platform/database/index.ts';
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
}

export interface PostbackBatcher extends Batcher<PostbackToStore, ConversionVerdict> {
  /** Waits for all added postbacks. Add none afterwards. */
  stop(): Promise<void>;
}

/**
 * One batch at a time, so that batches are large and never wait for each other's rows. Servers take turns.
 * Beyond 4,096 queued postbacks, an answer would time out.
 */
const BATCHING = { maxWaitMs: 1, maxItems: 256, maxInFlight: 1, maxQueued: 4_096 };
/** All batches that have committed share the next flush. */
const FLUSHING = { maxWaitMs: 0, maxItems: Infinity, maxInFlight: 1, maxQueued: Infinity };

interface PostbackBatcherDependencies extends Pick<Platform, 'database' | 'logger'> {
  readonly recordConversions: RecordConversions;
}

/**
 * Batches postbacks: conversions, coins and log rows commit together. Each caller is answered once they are durable;
 * the next batch runs meanwhile.
 */
export function createPostbackBatcher({
  database,
  logger,
  recordConversions,
}: PostbackBatcherDependencies): PostbackBatcher {
  const turns = createTurns(database.pool.options, 'postbacks', logger);
  const commits = createBatcher({
    ...BATCHING,
    takeTurn: turns.take,
    run: (items: readonly PostbackToStore[]) =>
      transaction(database, (tx) => {
        commitUnflushed(tx);
        return storePostbacks(tx, recordConversions, items);
      }),
  });
  const flushes = createBatcher({
    ...FLUSHING,
    run: async (verdicts: readonly ConversionVerdict[]) => {
      await flushCommits(database);
      return verdicts;
    },
  });
  const drain = async (): Promise<void> => {
    await commits.drain();
    await flushes.drain();
  };
  return {
    get size() {
      return commits.size + flushes.size;
    },
    add: async (item) => flushes.add(await commits.add(item)),
    drain,
    async stop() {
      await drain();
      await turns.stop();
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
    clickId: conversion.clickId,
    offerId: verdict.offerId ?? postback.offerId,
    ...(isRecorded(verdict)
      ? { eventKey: verdict.eventName.toLowerCase(), conversionId: verdict.conversionId }
      : {
          eventKey: conversion.eventName.toLowerCase(),
          detail: verdict.events && `The offer has: ${verdict.events.join(', ')}`,
        }),
  };
}
