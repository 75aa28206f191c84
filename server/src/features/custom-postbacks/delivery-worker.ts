import { setTimeout as wait } from 'node:timers/promises';
import type { OutboundHttp } from '#platform/outbound-http/index.ts';
import { openAuthentication, type Authentication } from './authentication.ts';
import { callTarget, unreadableSecret, type TargetAnswer } from './call-target.ts';
import type { CustomPostbackDeps } from './custom-postback-deps.ts';
import {
  claimDeliveries,
  releaseDeliveries,
  type AttemptRow,
  type ClaimedDelivery,
} from './delivery-queue.repository.ts';
import { deliveryName } from './delivery-name.ts';
import { retryDelayMs } from './retry-delay.ts';
import { pauseOverdue, settleDeliveries } from './settle-deliveries.ts';
import { createTargetBreaker } from './target-breaker.ts';
import { createTargetLanes, PER_TARGET } from './target-lanes.ts';

/** Deliveries that this process has taken and not yet written down. */
const MOST_IN_HAND = 1_000;
const MOST_PER_CLAIM = 500;
/** On top of a postback's timeout a lease has this much to write the result; then whoever took it counts as dead. */
const LEASE_GRACE_MS = 15_000;
/** With less than this left of its grace a call is not begun. */
const LEASE_RESERVE_MS = 5_000;
const MOST_PER_SETTLE = 500;
/** Between two looks into the queue: when the last found something, when calls are on their way, when all is quiet. */
const LOOK_MS = { busy: 4, sending: 40, quiet: 250 } as const;
const AGAIN_MS = 1_000;
/** How long calls on their way are waited for when the process is told to stop. */
const STOP_WITHIN_MS = 5_000;
const MOST_OPENED = 1_000;

export interface DeliveryWorkerDeps extends Pick<
  CustomPostbackDeps,
  'database' | 'clock' | 'caches' | 'jobs' | 'adminEmails' | 'logger' | 'secrets'
> {
  readonly http: OutboundHttp;
  /** POSTBACK_RETRY_DELAYS_S. */
  readonly retryDelaysS: readonly number[];
}

export interface DeliveryWorker {
  start(): void;
  /** Ends what is on its way, as far as that is quick, writes it down and puts the rest back. */
  stop(): Promise<void>;
  readonly figures: { readonly running: number; readonly delivered: number; readonly failed: number };
}

/**
 * Sends what conversions have enqueued: takes many deliveries in one statement, calls side by side, writes the results
 * down many in one transaction. Any number of processes may do this at once.
 */
export function createDeliveryWorker(deps: DeliveryWorkerDeps): DeliveryWorker {
  const { database, clock, logger, http, secrets, retryDelaysS } = deps;
  const lanes = createTargetLanes();
  const breaker = createTargetBreaker();
  /** Taken, and not yet written down; the value says which claim the result is for. */
  const inHand = new Map<number, ClaimedDelivery>();
  const beingWritten = new Set<number>();
  const opened = new Map<string, Authentication>();
  let results: AttemptRow[] = [];
  const resting = new Set<string>();
  const revived = new Set<string>();
  const figures = { delivered: 0, failed: 0 };
  const stopping = new AbortController();
  let looking: Promise<void> = Promise.resolve();
  let writing: Promise<void> | undefined;

  async function look(): Promise<void> {
    await pauseOverdue(deps).catch((error: unknown) => logger.warn({ err: error }, 'overdue pauses are put off'));
    while (!stopping.signal.aborted) {
      let pause: number = AGAIN_MS;
      try {
        const taken = await take();
        pause = taken > 0 ? LOOK_MS.busy : inHand.size > 0 ? LOOK_MS.sending : LOOK_MS.quiet;
      } catch (error) {
        if (!stopping.signal.aborted) logger.warn({ err: error }, 'deliveries could not be taken; trying again');
      }
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  async function take(): Promise<number> {
    const limit = Math.min(MOST_PER_CLAIM, MOST_IN_HAND - inHand.size);
    if (limit <= 0) return 0;
    const claimed = await claimDeliveries(database, {
      now: clock.now(),
      limit,
      graceMs: LEASE_GRACE_MS,
      roomPerTarget: PER_TARGET,
      rooms: lanes.rooms(),
      probes: 1,
    });
    // One that is in hand had its lease run out: what comes of it counts for the new claim. One whose result is just
    // being written may be due again already.
    const fresh = claimed.filter(({ id }) => !inHand.has(id) || beingWritten.has(id));
    for (const delivery of claimed) inHand.set(delivery.id, delivery);
    lanes.add(fresh);
    for (const target of new Set(fresh.map((delivery) => delivery.target))) sendNext(target);
    return claimed.length;
  }

  function sendNext(target: string): void {
    for (let next = lanes.next(target); next !== undefined; next = lanes.next(target)) void send(next);
  }

  async function send(delivery: ClaimedDelivery): Promise<void> {
    const startedAt = clock.now();
    if (startedAt.getTime() + delivery.timeoutMs + LEASE_RESERVE_MS > delivery.leaseUntil.getTime()) {
      lanes.ended(delivery.target);
      return putBack([delivery, ...lanes.drain(({ target }) => target === delivery.target)]);
    }
    const answer = await call(delivery, startedAt);
    lanes.ended(delivery.target);
    results.push(toAttempt(delivery, answer, startedAt));
    figures[answer.success ? 'delivered' : 'failed'] += 1;
    learn(delivery, answer, startedAt);
    if (!stopping.signal.aborted) sendNext(delivery.target);
    writing ??= write();
  }

  async function call(delivery: ClaimedDelivery, now: Date): Promise<TargetAnswer> {
    const authentication = open(delivery);
    if (authentication === undefined) return unreadableSecret(delivery.postbackUrl);
    return callTarget(http, { ...delivery, authentication, deliveryId: deliveryName(delivery.id) }, now);
  }

  function open({ postbackId, authSealed }: ClaimedDelivery): Authentication | undefined {
    if (authSealed === null) return { type: 'none' };
    let authentication = opened.get(authSealed);
    if (authentication !== undefined) return authentication;
    try {
      authentication = openAuthentication(secrets, postbackId, authSealed);
    } catch (error) {
      logger.error({ err: error, postbackId }, "a custom postback's secret cannot be opened with this APP_SECRET");
      return undefined;
    }
    if (opened.size >= MOST_OPENED) opened.clear();
    opened.set(authSealed, authentication);
    return authentication;
  }

  function learn({ target, probing }: ClaimedDelivery, { targetFailed }: TargetAnswer, at: Date): void {
    const trips = probing ? targetFailed : breaker.note(target, targetFailed, at.getTime());
    if (probing && !targetFailed) revived.add(target);
    if (!trips) return;
    resting.add(target);
    void putBack(lanes.drain((delivery) => delivery.target === target));
  }

  function toAttempt(delivery: ClaimedDelivery, answer: TargetAnswer, startedAt: Date): AttemptRow {
    const tries = delivery.attempts + 1;
    const isOver = answer.error === 'gone' || tries > delivery.retryCount;
    const delayMs = retryDelayMs(tries, retryDelaysS, answer.retryAfterMs);
    const { url, success, status, ms, error, detail, response } = answer;
    return {
      deliveryId: delivery.id,
      claims: delivery.claims,
      postbackId: delivery.postbackId,
      startedAt,
      method: delivery.httpMethod,
      url,
      success,
      status,
      ms,
      error,
      detail,
      response,
      becomes: success ? 'delivered' : isOver ? 'exhausted' : 'waiting',
      nextAttemptAt: new Date(clock.now().getTime() + delayMs),
    };
  }

  /** One batch after the other; what comes meanwhile is the next one. Results are never dropped while we run. */
  async function write(): Promise<void> {
    while (results.length > 0) {
      const batch = nextBatch();
      const settled = new Map(batch.map(({ deliveryId }) => [deliveryId, inHand.get(deliveryId)]));
      const news = { resting: [...resting], revived: [...revived] };
      for (const id of settled.keys()) beingWritten.add(id);
      try {
        const paused = await settleDeliveries(deps, batch, news);
        if (paused.length > 0) void putBack(lanes.drain(({ postbackId }) => paused.includes(postbackId)));
      } catch (error) {
        logger.warn(
          { err: error, waiting: results.length },
          'results of deliveries could not be written; trying again',
        );
        if (stopping.signal.aborted) break;
        await wait(AGAIN_MS);
        continue;
      } finally {
        beingWritten.clear();
      }
      const written = new Set(batch.map(({ result }) => result));
      results = results.filter((result) => !written.has(result));
      for (const [id, delivery] of settled) if (inHand.get(id) === delivery) inHand.delete(id);
      for (const target of news.resting) resting.delete(target);
      for (const target of news.revived) revived.delete(target);
    }
    writing = undefined;
  }

  /** At most one result of a delivery; each counts for the claim that we hold now. */
  function nextBatch(): (AttemptRow & { readonly result: AttemptRow })[] {
    const batch = new Map<number, AttemptRow & { readonly result: AttemptRow }>();
    for (const result of results) {
      if (batch.size >= MOST_PER_SETTLE) break;
      const claims = inHand.get(result.deliveryId)?.claims ?? result.claims;
      if (!batch.has(result.deliveryId)) batch.set(result.deliveryId, { ...result, claims, result });
    }
    return [...batch.values()];
  }

  async function putBack(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    // First out of hand: from the moment on which it is put back, the next look may take it again.
    for (const { id } of deliveries) inHand.delete(id);
    try {
      await releaseDeliveries(database, deliveries, clock.now());
    } catch (error) {
      logger.warn({ err: error }, 'taken deliveries could not be put back; their lease will run out');
    }
  }

  return {
    start: () => void (looking = look()),
    async stop() {
      stopping.abort();
      await looking;
      await putBack(lanes.drain());
      for (const until = Date.now() + STOP_WITHIN_MS; lanes.running > 0 && Date.now() < until;) await wait(20);
      const written = new Set(results.map(({ deliveryId }) => deliveryId));
      await (writing ??= write());
      await putBack([...inHand.values()].filter(({ id }) => !written.has(id)));
    },
    get figures() {
      return { running: lanes.running, ...figures };
    },
  };
}
