import { setTimeout as wait } from 'node:timers/promises';
import { claimDeliveries } from './delivery-queue.repository.ts';
import { createDeliverySender, type DeliveryWorker, type DeliveryWorkerDependencies } from './delivery-sender.ts';
import { pauseOverdue } from './settle-deliveries.ts';

/** Maximum of claimed deliveries without a recorded result, per process. */
const MOST_IN_HAND = 1_000;
const MOST_PER_CLAIM = 500;
/** Polling intervals: the queue had work, calls are in flight, idle. */
const POLL_MS = { busy: 4, sending: 40, quiet: 250 } as const;
const AGAIN_MS = 1_000;

/**
 * Sends enqueued deliveries: claims many in one statement, calls concurrently, records results in batches.
 * Any number of processes may run it.
 */
export function createDeliveryWorker(dependencies: DeliveryWorkerDependencies): DeliveryWorker {
  const { database, clock, logger, restoredCopy } = dependencies;
  const stopping = new AbortController();
  const sender = createDeliverySender(dependencies, stopping.signal);
  let polling: Promise<void> = Promise.resolve();

  async function poll(): Promise<void> {
    await pauseOverdue(dependencies).catch((error: unknown) =>
      logger.warn({ err: error }, 'overdue pauses failed; trying again later'),
    );
    while (!stopping.signal.aborted) {
      let pause: number = AGAIN_MS;
      try {
        const taken = await take();
        pause = taken > 0 ? POLL_MS.busy : sender.inHand > 0 ? POLL_MS.sending : POLL_MS.quiet;
      } catch (error) {
        if (!stopping.signal.aborted) logger.warn({ err: error }, 'deliveries could not be claimed; trying again');
      }
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  async function take(): Promise<number> {
    const limit = Math.min(MOST_PER_CLAIM, MOST_IN_HAND - sender.inHand);
    if (limit <= 0 || restoredCopy.isUnconfirmed()) return 0;
    const claimed = await claimDeliveries(database, { now: clock.now(), limit, rooms: sender.rooms() });
    sender.send(claimed);
    return claimed.length;
  }

  return {
    start: () => void (polling = poll()),
    async stop() {
      stopping.abort();
      await polling;
      await sender.finish();
    },
    get figures() {
      return sender.figures;
    },
  };
}
