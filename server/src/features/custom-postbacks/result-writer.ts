import { setTimeout as wait } from 'node:timers/promises';
import type { ClaimedDelivery } from './delivery-queue.repository.ts';
import type { AttemptRow } from './settle-attempts.repository.ts';
import { settleDeliveries } from './settle-deliveries.ts';

const MOST_PER_SETTLE = 500;
const AGAIN_MS = 1_000;

type Result = AttemptRow & { readonly result: AttemptRow };

/** Records results of deliveries in batches. Keeps them until they are stored. */
interface ResultWriter {
  add(result: AttemptRow): void;
  /** Pauses or resumes a target with the next batch. */
  pause(target: string): void;
  resume(target: string): void;
  /** True while this delivery's result is being written: it may already be due again. */
  isWriting(deliveryId: number): boolean;
  /** Writes the rest. @returns the deliveries with a result */
  finish(): Promise<ReadonlySet<number>>;
}

interface ResultWriterOptions {
  /** Claimed deliveries without a recorded result. Recorded ones are removed. */
  readonly inHand: Map<number, ClaimedDelivery>;
  readonly stopping: AbortSignal;
  /** Called with the postbacks that a batch has paused. */
  readonly onPaused: (postbackIds: readonly string[]) => void;
}

export function createResultWriter(
  dependencies: Parameters<typeof settleDeliveries>[0],
  { inHand, stopping, onPaused }: ResultWriterOptions,
): ResultWriter {
  const beingWritten = new Set<number>();
  const pausedTargets = new Set<string>();
  const resumedTargets = new Set<string>();
  let results: AttemptRow[] = [];
  let writing: Promise<void> | undefined;

  /** Writes one batch at a time. New results go into the next one. */
  async function write(): Promise<void> {
    while (results.length > 0) {
      if (await writeBatch(nextBatch(results, inHand))) continue;
      if (stopping.aborted) break;
      await wait(AGAIN_MS);
    }
    writing = undefined;
  }

  /** @returns false if the write failed */
  async function writeBatch(batch: readonly Result[]): Promise<boolean> {
    const settled = new Map(batch.map(({ deliveryId }) => [deliveryId, inHand.get(deliveryId)]));
    const targets = { pausedTargets: [...pausedTargets], resumedTargets: [...resumedTargets] };
    for (const id of settled.keys()) beingWritten.add(id);
    try {
      const paused = await settleDeliveries(dependencies, batch, targets);
      if (paused.length > 0) onPaused(paused);
    } catch (error) {
      dependencies.logger.warn(
        { err: error, waiting: results.length },
        'results of deliveries could not be written; trying again',
      );
      return false;
    } finally {
      beingWritten.clear();
    }
    const written = new Set(batch.map(({ result }) => result));
    results = results.filter((result) => !written.has(result));
    for (const [id, delivery] of settled) if (inHand.get(id) === delivery) inHand.delete(id);
    for (const target of targets.pausedTargets) pausedTargets.delete(target);
    for (const target of targets.resumedTargets) resumedTargets.delete(target);
    return true;
  }

  return {
    add(result) {
      results.push(result);
      writing ??= write();
    },
    pause: (target) => void pausedTargets.add(target),
    resume: (target) => void resumedTargets.add(target),
    isWriting: (deliveryId) => beingWritten.has(deliveryId),
    async finish() {
      const ids = new Set(results.map(({ deliveryId }) => deliveryId));
      await (writing ??= write());
      return ids;
    },
  };
}

/** Takes at most one result per delivery. Each counts for the current claim. */
function nextBatch(results: readonly AttemptRow[], inHand: ReadonlyMap<number, ClaimedDelivery>): Result[] {
  const batch = new Map<number, Result>();
  for (const result of results) {
    if (batch.size >= MOST_PER_SETTLE) break;
    const claims = inHand.get(result.deliveryId)?.claims ?? result.claims;
    if (!batch.has(result.deliveryId)) batch.set(result.deliveryId, { ...result, claims, result });
  }
  return [...batch.values()];
}
