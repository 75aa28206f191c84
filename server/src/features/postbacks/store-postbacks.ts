import type { PostbackVerdict } from '@muneem/contract/postbacks';
import { POSTBACK_VERDICTS } from '@muneem/contract/postbacks';
import { createBatcher, createTurns, type Batcher } from '#platform/batcher/index.ts';
import { transaction, type Database } from '#platform/database/index.ts';
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
 * Two lanes of at most 256 postbacks: while one waits for the disk, the other works.
 * A click always uses the same lane, so lanes never wait for each other's clicks.
 * Beyond 4,096 queued postbacks, an answer would time out. Lanes of all servers take turns.
 */
const BATCHING = { lanes: 2, maxWaitMs: 1, maxItems: 256, maxInFlight: 1, maxQueued: 4_096 };

export type Batching = typeof BATCHING;

interface PostbackBatcherDependencies extends Pick<Platform, 'database' | 'logger'> {
  readonly recordConversions: RecordConversions;
}

/** Batches postbacks: conversions, coins and log rows commit together, then each caller is answered. */
export function createPostbackBatcher(
  { database, logger, recordConversions }: PostbackBatcherDependencies,
  { lanes: laneCount, ...batching }: Batching = BATCHING,
): PostbackBatcher {
  const run = (items: readonly PostbackToStore[]) => storePostbacks(database, recordConversions, items);
  const turns = Array.from({ length: laneCount }, (_, lane) =>
    createTurns(database.pool.options, `postbacks ${lane}`, logger),
  );
  const lanes = turns.map(({ take: takeTurn }) => createBatcher({ ...batching, run, takeTurn }));
  const drain = async (): Promise<void> => void (await Promise.all(lanes.map((lane) => lane.drain())));
  return {
    get size() {
      return lanes.reduce((sum, lane) => sum + lane.size, 0);
    },
    add: (item) => laneOf(lanes, item.conversion.clickId).add(item),
    drain,
    async stop() {
      await drain();
      await Promise.all(turns.map((turn) => turn.stop()));
    },
  };
}

/** Uses the last character of the click id, which is random. No id uses the first lane. */
const laneOf = <Lane>(lanes: readonly Lane[], clickId: string): Lane =>
  lanes[clickId.charCodeAt(clickId.length - 1) % lanes.length || 0] as Lane;

/** Records the postbacks and their log in one transaction. */
export function storePostbacks(
  database: Database,
  recordConversions: RecordConversions,
  items: readonly PostbackToStore[],
): Promise<ConversionVerdict[]> {
  const conversions = items.map(({ conversion }) => conversion);
  return transaction(database, (tx) =>
    recordConversions(tx, conversions, async (verdicts) =>
      insertPostbackLog(
        tx,
        items.map((item, index) => toLogEntry(item, verdicts[index] as ConversionVerdict)),
      ),
    ),
  );
}

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
