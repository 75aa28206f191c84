import { setTimeout as wait } from 'node:timers/promises';
import type { RestoredCopy } from '#platform/restored-copy/index.ts';
import {
  claimDeliveries,
  pauseTarget,
  releaseDeliveries,
  resumeTarget,
  type ClaimedDelivery,
} from './delivery-queue.repository.ts';
import { sendDelivery, type SendDependencies } from './send-delivery.ts';
import { createResultBatcher, pauseOverdue, type ResultDependencies } from './record-results.ts';
import { createTargetBreaker, createTargetLanes, PAUSE_MS } from './target-lanes.ts';

export interface DeliveryWorkerDependencies extends SendDependencies, ResultDependencies {
  readonly restoredCopy: Pick<RestoredCopy, 'isUnconfirmed'>;
}

/** Maximum of calls in flight and unrecorded results, per process. */
const MOST_IN_HAND = 1_000;
const MOST_PER_CLAIM = 500;
/** Polling intervals: the queue had work, calls are in flight, idle. */
const POLL_MS = { busy: 4, sending: 40, quiet: 250 } as const;
const AGAIN_MS = 1_000;
/** Minimum rest of the lease to start a call. */
const LEASE_RESERVE_MS = 5_000;
/** Limits how long a shutdown waits for calls in flight. */
const STOP_WITHIN_MS = 5_000;

/**
 * Sends enqueued deliveries: claims many in one statement, calls concurrently, records results in batches.
 * Any number of processes may run it.
 */
export function createDeliveryWorker(dependencies: DeliveryWorkerDependencies) {
  const { caches, database, clock, logger, restoredCopy } = dependencies;
  const release = (deliveries: readonly ClaimedDelivery[]) => releaseAll(dependencies, deliveries);
  const stopping = new AbortController();
  const breaker = createTargetBreaker();
  const results = createResultBatcher(dependencies, stopping.signal);
  const lanes = createTargetLanes((delivery) =>
    send(delivery).catch((error: unknown) => logger.error({ err: error }, 'the result of a call is lost')),
  );
  // Waiting deliveries were claimed with the previous URL and secret, perhaps of a postback that is paused or deleted now.
  caches.onChange('custom_postbacks', () => release(lanes.takeWaiting()));
  const inFlight = new Set<ClaimedDelivery>();
  const figures = { delivered: 0, failed: 0 };
  let polling: Promise<void> = Promise.resolve();

  async function poll(): Promise<void> {
    await pauseOverdue(dependencies);
    while (!stopping.signal.aborted) {
      let pause: number = AGAIN_MS;
      try {
        const taken = await take();
        pause = taken > 0 ? POLL_MS.busy : inFlight.size > 0 ? POLL_MS.sending : POLL_MS.quiet;
      } catch (error) {
        if (!stopping.signal.aborted) logger.warn({ err: error }, 'deliveries could not be claimed; trying again');
        // During the outage leases may have expired. A claim before the results would repeat their calls.
        await results.drain();
      }
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  async function take(): Promise<number> {
    const limit = Math.min(MOST_PER_CLAIM, MOST_IN_HAND - inFlight.size - results.size);
    if (limit <= 0 || restoredCopy.isUnconfirmed()) return 0;
    const claimed = await claimDeliveries(database, { now: clock.now(), limit, rooms: lanes.rooms() });
    lanes.add(claimed);
    return claimed.length;
  }

  async function send(delivery: ClaimedDelivery): Promise<void> {
    const { target, probing, timeoutMs, leaseUntil } = delivery;
    const startedAt = clock.now();
    if (startedAt.getTime() + timeoutMs + LEASE_RESERVE_MS > leaseUntil.getTime()) {
      void release([delivery, ...lanes.takeWaiting(target)]);
      lanes.end(target);
      return;
    }
    inFlight.add(delivery);
    const { targetFailed, ...attempt } = await sendDelivery(dependencies, delivery, startedAt);
    if (!inFlight.delete(delivery)) return; // The shutdown has returned it to the queue.
    figures[attempt.success ? 'delivered' : 'failed'] += 1;
    const isFailing = probing ? targetFailed : breaker.note(target, targetFailed, startedAt.getTime());
    if (isFailing) void release(lanes.takeWaiting(target));
    if (isFailing || probing) void changePause(dependencies, target, isFailing);
    lanes.end(target);
    await results.add(attempt);
  }

  return {
    start: () => void (polling = poll()),
    /** Waits briefly for calls in flight, records them and returns the rest to the queue. */
    async stop(): Promise<void> {
      stopping.abort();
      await polling;
      await release(lanes.takeWaiting());
      for (const until = Date.now() + STOP_WITHIN_MS; inFlight.size > 0 && Date.now() < until;) await wait(20);
      await results.drain();
      const rest = [...inFlight];
      inFlight.clear();
      await release(rest);
    },
    get figures() {
      return { running: inFlight.size, ...figures };
    },
  };
}

async function releaseAll(
  { database, clock, logger }: ResultDependencies,
  deliveries: readonly ClaimedDelivery[],
): Promise<void> {
  try {
    await releaseDeliveries(database, deliveries, clock.now());
  } catch (error) {
    logger.warn({ err: error }, 'claimed deliveries could not be released; their lease will expire');
  }
}

/** Pauses a target that fails too often, and resumes it after a call that succeeds. */
async function changePause(
  { database, clock, logger }: ResultDependencies,
  target: string,
  isPaused: boolean,
): Promise<void> {
  try {
    if (isPaused) await pauseTarget(database, target, new Date(clock.now().getTime() + PAUSE_MS));
    else await resumeTarget(database, target);
  } catch (error) {
    logger.warn({ err: error, target }, 'the pause of a target could not be changed');
  }
}
