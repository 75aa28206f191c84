import { setTimeout as wait } from 'node:timers/promises';
import type { ClaimedDelivery } from './delivery-queue.repository.ts';
import type { AttemptRow } from './settle-attempts.repository.ts';
import { settleDeliveries } from './settle-deliveries.ts';

const MOST_PER_SETTLE = 500;
const AGAIN_MS = 1_000;

interface ResultWriterOptions {
  /** Claimed deliveries without a recorded result. Recorded ones are removed. */
  readonly inHand: Map<number, ClaimedDelivery>;
  readonly stopping: AbortSignal;
}

/** Records results of deliveries in batches. Keeps them until they are stored. */
export function createResultWriter(
  dependencies: Parameters<typeof settleDeliveries>[0],
  { inHand, stopping }: ResultWriterOptions,
) {
  /** The results of the batch that is being written, by delivery. */
  let batch = new Map<number, AttemptRow>();
  const pausedTargets = new Set<string>();
  const resumedTargets = new Set<string>();
  let results: AttemptRow[] = [];
  let writing: Promise<void> | undefined;

  /** Writes one batch at a time. New results go into the next one. */
  async function write(): Promise<void> {
    while (results.length > 0) {
      if (await writeBatch()) continue;
      if (stopping.aborted) break;
      await wait(AGAIN_MS);
    }
    writing = undefined;
  }

  /** @returns false if the write failed */
  async function writeBatch(): Promise<boolean> {
    takeBatch();
    const settled = new Map([...batch.keys()].map((id) => [id, inHand.get(id)]));
    const targets = { pausedTargets: [...pausedTargets], resumedTargets: [...resumedTargets] };
    try {
      await settleDeliveries(dependencies, [...batch.values()], targets);
    } catch (error) {
      dependencies.logger.warn(
        { err: error, waiting: results.length },
        'results of deliveries could not be written; trying again',
      );
      results.unshift(...batch.values());
      return false;
    } finally {
      batch = new Map();
    }
    for (const [id, delivery] of settled) if (inHand.get(id) === delivery) inHand.delete(id);
    for (const target of targets.pausedTargets) pausedTargets.delete(target);
    for (const target of targets.resumedTargets) resumedTargets.delete(target);
    return true;
  }

  /** Takes at most one result per delivery. Each counts for the current claim. */
  function takeBatch(): void {
    const left: AttemptRow[] = [];
    for (const result of results) {
      const { deliveryId } = result;
      if (batch.size >= MOST_PER_SETTLE || batch.has(deliveryId)) left.push(result);
      else batch.set(deliveryId, { ...result, claims: inHand.get(deliveryId)?.claims ?? result.claims });
    }
    results = left;
  }

  return {
    add(result: AttemptRow): void {
      results.push(result);
      writing ??= write();
    },
    /** Pauses or resumes a target with the next batch. */
    pause: (target: string): void => void pausedTargets.add(target),
    resume: (target: string): void => void resumedTargets.add(target),
    /** True while this delivery's result is being written: it may already be due again. */
    isWriting: (deliveryId: number): boolean => batch.has(deliveryId),
    /** Writes the rest. @returns the deliveries with a result */
    async finish(): Promise<ReadonlySet<number>> {
      const ids = new Set([...batch.keys(), ...results.map(({ deliveryId }) => deliveryId)]);
      await (writing ??= write());
      return ids;
    },
  };
}
