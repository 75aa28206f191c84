import { setTimeout as wait } from 'node:timers/promises';
import type { RestoredCopy } from '#platform/restored-copy/index.ts';
import type { Tracer } from '#platform/tracing/index.ts';
import { openAuthentication, type Authentication } from './authentication.ts';
import { callTarget, unreadableSecret, type TargetAnswer } from './call-target.ts';
import { deliveryName } from './delivery.mapper.ts';
import { releaseDeliveries, type ClaimedDelivery } from './delivery-queue.repository.ts';
import type { AttemptRow } from './settle-attempts.repository.ts';
import { createResultWriter } from './result-writer.ts';
import { retryDelayMs } from './retry-delay.ts';
import { createTargetBreaker } from './target-breaker.ts';
import { createTargetLanes } from './target-lanes.ts';
import { traceDelivery } from './trace-delivery.ts';
import type { CustomPostbackDependencies } from './custom-postback-dependencies.ts';

/** Minimum rest of the lease to start a call. */
const LEASE_RESERVE_MS = 5_000;
/** Limits how long a shutdown waits for calls in flight. */
const STOP_WITHIN_MS = 5_000;

/** Calls the targets of claimed deliveries, each target at its own pace. */
export function createDeliverySender(dependencies: DeliveryWorkerDependencies, stopping: AbortSignal) {
  const { caches, clock, logger, http, secrets, retryDelaysS, tracer } = dependencies;
  const lanes = createTargetLanes();
  const breaker = createTargetBreaker();
  /** Claimed deliveries without a recorded result. The value is the current claim. */
  const inHand = new Map<number, ClaimedDelivery>();
  const figures = { delivered: 0, failed: 0 };
  const requeue = (deliveries: readonly ClaimedDelivery[]): Promise<void> => release(dependencies, inHand, deliveries);
  const results = createResultWriter(dependencies, { inHand, stopping });
  // Waiting deliveries were claimed with the previous URL and secret, perhaps of a postback that is paused or deleted now.
  caches.onChange('custom_postbacks', () => requeue(lanes.drain()));

  function sendNext(target: string): void {
    for (let next = lanes.next(target); next !== undefined; next = lanes.next(target)) void send(next);
  }

  async function send(delivery: ClaimedDelivery): Promise<void> {
    const startedAt = clock.now();
    if (startedAt.getTime() + delivery.timeoutMs + LEASE_RESERVE_MS > delivery.leaseUntil.getTime()) {
      lanes.ended(delivery.target);
      return requeue([delivery, ...lanes.drain(({ target }) => target === delivery.target)]);
    }
    const answer = await call(delivery, startedAt);
    if (tracer !== undefined) traceDelivery(tracer, delivery, answer, { startedAt, endedAt: clock.now() });
    lanes.ended(delivery.target);
    figures[answer.success ? 'delivered' : 'failed'] += 1;
    learn(delivery, answer, startedAt);
    if (!stopping.aborted) sendNext(delivery.target);
    results.add(toAttempt(delivery, answer, { startedAt, endedAt: clock.now(), retryDelaysS }));
  }

  async function call(delivery: ClaimedDelivery, now: Date): Promise<TargetAnswer> {
    const { postbackId, authSealed } = delivery;
    let authentication: Authentication;
    try {
      authentication = openAuthentication(secrets, postbackId, authSealed);
    } catch (error) {
      logger.error({ err: error, postbackId }, "a custom postback's secret cannot be decrypted with this APP_SECRET");
      return unreadableSecret(delivery.postbackUrl);
    }
    return callTarget(http, { ...delivery, authentication, deliveryId: deliveryName(delivery.id) }, now);
  }

  function learn({ target, probing }: ClaimedDelivery, { targetFailed }: TargetAnswer, at: Date): void {
    const trips = probing ? targetFailed : breaker.note(target, targetFailed, at.getTime());
    if (probing && !targetFailed) results.resume(target);
    if (!trips) return;
    results.pause(target);
    void requeue(lanes.drain((delivery) => delivery.target === target));
  }

  return {
    /** Number of claimed deliveries without a recorded result. */
    get inHand(): number {
      return inHand.size;
    },
    get figures(): DeliveryWorker['figures'] {
      return { running: lanes.running, ...figures };
    },
    rooms: lanes.rooms,
    send(claimed: readonly ClaimedDelivery[]): void {
      // If this process already has a delivery, its lease expired and it was claimed again. It is not sent twice: the
      // pending result counts for the new claim. A delivery whose result is being written may be due again.
      const fresh = claimed.filter(({ id }) => !inHand.has(id) || results.isWriting(id));
      for (const delivery of claimed) inHand.set(delivery.id, delivery);
      lanes.add(fresh);
      for (const target of new Set(fresh.map((delivery) => delivery.target))) sendNext(target);
    },
    /** Waits briefly for calls in flight, records them and returns the rest to the queue. */
    async finish(): Promise<void> {
      await requeue(lanes.drain());
      for (const until = Date.now() + STOP_WITHIN_MS; lanes.running > 0 && Date.now() < until;) await wait(20);
      const written = await results.finish();
      await requeue([...inHand.values()].filter(({ id }) => !written.has(id)));
    },
  };
}

async function release(
  { database, clock, logger }: DeliveryWorkerDependencies,
  inHand: Map<number, ClaimedDelivery>,
  deliveries: readonly ClaimedDelivery[],
): Promise<void> {
  // Before the release, because it may be claimed again right after.
  for (const { id } of deliveries) inHand.delete(id);
  try {
    await releaseDeliveries(database, deliveries, clock.now());
  } catch (error) {
    logger.warn({ err: error }, 'claimed deliveries could not be released; their lease will expire');
  }
}

/** Maps a call's answer to its attempt and the delivery's next status. */
function toAttempt(
  delivery: ClaimedDelivery,
  answer: TargetAnswer,
  times: { readonly startedAt: Date; readonly endedAt: Date; readonly retryDelaysS: readonly number[] },
): AttemptRow {
  const tries = delivery.attempts + 1;
  const isOver = answer.error === 'gone' || tries > delivery.retryCount;
  const { retryAfterMs, targetFailed: _targetFailed, ...result } = answer;
  const delayMs = retryDelayMs(tries, times.retryDelaysS, retryAfterMs);
  return {
    deliveryId: delivery.id,
    claims: delivery.claims,
    postbackId: delivery.postbackId,
    postbackVersion: delivery.postbackVersion,
    startedAt: times.startedAt,
    method: delivery.httpMethod,
    ...result,
    becomes: result.success ? 'delivered' : isOver ? 'exhausted' : 'waiting',
    nextAttemptAt: new Date(times.endedAt.getTime() + delayMs),
  };
}

export interface DeliveryWorkerDependencies extends Omit<CustomPostbackDependencies, 'offers'> {
  readonly restoredCopy: Pick<RestoredCopy, 'isUnconfirmed'>;
  readonly tracer?: Tracer | undefined;
  /** POSTBACK_RETRY_DELAYS_S */
  readonly retryDelaysS: readonly number[];
}

export interface DeliveryWorker {
  start(): void;
  /** Waits briefly for calls in flight, records them and returns the rest to the queue. */
  stop(): Promise<void>;
  readonly figures: { readonly running: number; readonly delivered: number; readonly failed: number };
}
