import { aborted } from 'node:util';
import { POLL_OUTCOMES, SMART_POLL } from '@muneem/contract/smart-poll';
import { createBatcher, isInputError, type Batcher } from '#platform/batcher/index.ts';
import { daysBefore } from '#platform/clock/index.ts';
import { transaction } from '#platform/database/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import type { OutboundHttp } from '#platform/outbound-http/index.ts';
import type { CatalogOffer, OfferCatalog } from '#features/offers/index.ts';
import { askStatus, fillPollUrl } from './ask-status.ts';
import { dropFromQueue, feedQueue, QUEUE_START, readQueue, type PollableOffer } from './poll-queue.repository.ts';
import { recordAnswers, recordUnstorable, type Answered, type RecordDependencies } from './record-answers.ts';
import { setClicks } from './smart-poll-runs.repository.ts';
import type { PollRow } from './smart-polls.repository.ts';

export interface RunDependencies extends RecordDependencies {
  readonly logger: Logger;
  readonly offers: OfferCatalog;
  readonly http: OutboundHttp;
  readonly minAgeS: number;
}

interface RunOrder {
  readonly id: string;
  /** If true, polls clicks of any age. */
  readonly ignoresAge: boolean;
  /** Stops the run. Calls in flight are abandoned, and their clicks keep their position in the queue. */
  readonly stop: AbortSignal;
}

type PollTarget = CatalogOffer & { readonly pollUrl: string };

interface TakenClick {
  readonly clickId: string;
  readonly offer: PollTarget;
}

/** Clicks read per statement. Most are still pending, so one page suffices for a run. */
const QUEUE_PAGE = 100;
/** After this many pages, the run uses the clicks found so far. */
const MAX_PAGES = 25;
/** Answers that arrive together are recorded together. */
const BATCH = { maxWaitMs: 25, maxItems: SMART_POLL.clicksPerRun, maxInFlight: 1, maxQueued: 1_000 };

/**
 * Runs one poll: takes clicks from the queue, asks about them concurrently, records each answer as it arrives.
 * @returns a summary of failed calls, or null @throws if the run itself failed
 */
export async function runSmartPoll(dependencies: RunDependencies, order: RunOrder): Promise<string | null> {
  const clicks = await takeClicks(dependencies, order);
  await setClicks(dependencies.database, order.id, clicks.length);
  const recorder = createBatcher<Answered, PollRow>({
    ...BATCH,
    run: (answered) => recordAnswers(dependencies, answered),
  });
  const asked = Promise.allSettled(clicks.map((click) => pollOne(dependencies, order, recorder, click)));
  const results = await Promise.race([asked, aborted(order.stop, order).then(() => null)]);
  await recorder.drain();
  if (results === null) return null;
  const polls: PollRow[] = [];
  for (const result of results) {
    if (result.status === 'rejected') throw result.reason;
    if (result.value !== null) polls.push(result.value);
  }
  return troubleOf(polls);
}

const isTarget = (offer: CatalogOffer): offer is PollTarget =>
  offer.isActive && offer.pollUrl !== null && offer.events.size > 0;

/** Takes the next clicks from the queue, and removes those without pending events. */
async function takeClicks(
  { database, clock, offers, minAgeS }: RunDependencies,
  order: RunOrder,
): Promise<TakenClick[]> {
  const targets = new Map(
    offers
      .all()
      .filter(isTarget)
      .map((offer) => [offer.id, offer]),
  );
  const pollable: PollableOffer[] = [...targets.values()].map((offer) => ({
    offerId: offer.id,
    eventIds: [...offer.events.keys()],
  }));
  const now = clock.now();
  const oldest = daysBefore(now, SMART_POLL.maxClickAgeDays);
  const newest = order.ignoresAge ? now : new Date(now.getTime() - minAgeS * 1000);
  await transaction(database, (tx) => feedQueue(tx, pollable, { oldest, newest, now }));

  const taken: TakenClick[] = [];
  let position = QUEUE_START;
  for (let page = 0; page < MAX_PAGES && taken.length < SMART_POLL.clicksPerRun; page += 1) {
    const clicks = await readQueue(database, pollable, { oldest, newest, position, limit: QUEUE_PAGE });
    const done: string[] = [];
    for (const { clickId, offerId, isPending } of clicks) {
      const offer = targets.get(offerId);
      if (!isPending) done.push(clickId);
      else if (offer && taken.length < SMART_POLL.clicksPerRun) taken.push({ clickId, offer });
    }
    await dropFromQueue(database, done);
    const last = clicks.at(-1);
    if (!last || clicks.length < QUEUE_PAGE) break;
    position = last;
  }
  return taken;
}

/** Null if the run was stopped first. */
async function pollOne(
  dependencies: RunDependencies,
  { id, stop }: RunOrder,
  recorder: Batcher<Answered, PollRow>,
  { clickId, offer }: TakenClick,
): Promise<PollRow | null> {
  const askedAt = dependencies.clock.now();
  const url = fillPollUrl(offer.pollUrl, { clickId, offerId: offer.id });
  const status = await askStatus(dependencies.http, url, { clickId, idParams: offer.customClickIdParams });
  if (stop.aborted) return null;
  const answered: Answered = { runId: id, clickId, offer, askedAt, status };
  try {
    return await recorder.add(answered);
  } catch (error) {
    if (!isInputError(error)) throw error;
    dependencies.logger.error({ err: error, clickId }, 'the answer of a smart poll could not be recorded');
    return recordUnstorable(dependencies, answered);
  }
}

function troubleOf(polls: readonly PollRow[]): string | null {
  const failed = polls.filter(({ outcome }) => POLL_OUTCOMES[outcome].failed);
  const [first] = failed;
  if (!first) return null;
  const count = `${failed.length} of ${polls.length} ${polls.length === 1 ? 'call' : 'calls'} had no usable answer.`;
  return `${count} ${first.offerTitle}: ${first.detail ?? POLL_OUTCOMES[first.outcome].text}`;
}
