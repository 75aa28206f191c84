import type { PostbackVerdict } from '@muneem/contract/postbacks';
import { POSTBACK_VERDICTS } from '@muneem/contract/postbacks';
import { createBatcher, createTurns, type Batcher } from '#platform/batcher/index.ts';
import { transaction, type Database } from '#platform/database/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import {
  isRecorded,
  type ConversionInput,
  type ConversionVerdict,
  type RecordConversions,
} from '#features/conversions/index.ts';
import type { InboundPostback } from './inbound-postback.ts';
import type { LogEntry } from './log-entry.ts';
import { insertPostbackLog } from './postbacks.repository.ts';

/** A postback whose sender may send it, and what it claims. */
export interface PostbackToStore {
  readonly postback: InboundPostback;
  readonly conversion: ConversionInput;
  /** Why the network takes it back; undefined: it does not. */
  readonly reversal?: string | undefined;
}

export interface PostbackBatcher extends Batcher<PostbackToStore, ConversionVerdict> {
  /** Settles when everything is done that was added; nothing may be added afterwards. */
  stop(): Promise<void>;
}

/**
 * Two batches of at most 256 work side by side: while one waits for the disk, the other is under way. Each click has its
 * lane, so that they never wait for each other's clicks. What is beyond 4,096 in a lane could not be answered in time.
 * The same lanes of other processes take turns with ours: a batch costs the database a millisecond before its first postback.
 */
const BATCHING = { lanes: 2, maxWaitMs: 1, maxItems: 256, maxInFlight: 1, maxQueued: 4_096 };

export type Batching = typeof BATCHING;

interface PostbackBatcherDependencies {
  readonly database: Database;
  readonly logger: Logger;
  readonly recordConversions: RecordConversions;
}

/** Gathers postbacks into transactions: conversions, coins and log rows commit together, then each caller is answered. */
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

/** By the last character of the click's id, which is random; no id at all has the first lane. */
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
          detail: verdict.events && `The offer knows: ${verdict.events.join(', ')}`,
        }),
  };
}
