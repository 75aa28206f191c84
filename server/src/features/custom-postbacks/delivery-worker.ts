import { setTimeout as wait } from 'node:timers/promises';
import { claimDeliveries } from './delivery-queue.repository.ts';
import { createDeliverySender } from './delivery-sender.ts';
import type { DeliveryWorker, DeliveryWorkerDeps } from './delivery-worker-deps.ts';
import { pauseOverdue } from './settle-deliveries.ts';
import { PER_TARGET } from './target-lanes.ts';

/** Deliveries that this process has taken and not yet written down. */
const MOST_IN_HAND = 1_000;
const MOST_PER_CLAIM = 500;
/** On top of a postback's timeout a lease has this much to write the result; then whoever took it counts as dead. */
const LEASE_GRACE_MS = 15_000;
/** Between two looks into the queue: when the last found something, when calls are on their way, when all is quiet. */
const LOOK_MS = { busy: 4, sending: 40, quiet: 250 } as const;
const AGAIN_MS = 1_000;

/**
 * Sends what conversions have enqueued: takes many deliveries in one statement, calls side by side, writes the results
 * down many in one transaction. Any number of processes may do this at once.
 */
export function createDeliveryWorker(deps: DeliveryWorkerDeps): DeliveryWorker {
  const { database, clock, logger } = deps;
  const stopping = new AbortController();
  const sender = createDeliverySender(deps, stopping.signal);
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    await pauseOverdue(deps).catch((error: unknown) => logger.warn({ err: error }, 'overdue pauses are put off'));
    while (!stopping.signal.aborted) {
      let pause: number = AGAIN_MS;
      try {
        const taken = await take();
        pause = taken > 0 ? LOOK_MS.busy : sender.inHand > 0 ? LOOK_MS.sending : LOOK_MS.quiet;
      } catch (error) {
        if (!stopping.signal.aborted) logger.warn({ err: error }, 'deliveries could not be taken; trying again');
      }
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  async function take(): Promise<number> {
    const limit = Math.min(MOST_PER_CLAIM, MOST_IN_HAND - sender.inHand);
    if (limit <= 0) return 0;
    const claimed = await claimDeliveries(database, {
      now: clock.now(),
      limit,
      graceMs: LEASE_GRACE_MS,
      roomPerTarget: PER_TARGET,
      rooms: sender.rooms(),
      probes: 1,
    });
    sender.send(claimed);
    return claimed.length;
  }

  return {
    start: () => void (looking = look()),
    async stop() {
      stopping.abort();
      await looking;
      await sender.finish();
    },
    get figures() {
      return sender.figures;
    },
  };
}
