import { SYSTEM_ACTORS } from '#platform/audit-log/index.ts';
import { add, coins } from '@muneem/contract/money';
import { POLL_OUTCOMES, type PolledEvent, type PollOutcome } from '@muneem/contract/smart-poll';
import { transaction, type Tx } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { newId } from '#platform/ids/index.ts';
import {
  isRecorded,
  type ConversionInput,
  type ConversionVerdict,
  type RecordConversions,
} from '#features/conversions/index.ts';
import { eventNames, findEvent, type CatalogOffer } from '#features/offers/index.ts';
import type { AskedStatus } from './ask-status.ts';
import { listApproved, requeue } from './poll-queue.repository.ts';
import type { LeftOutEvent, StatedEvent } from './read-status-answer.ts';
import { addProgress } from './smart-poll-runs.repository.ts';
import { insertPolls, type PollRow } from './smart-polls.repository.ts';

/** A polled click with the network's answer. */
export interface Answered {
  readonly runId: string;
  readonly clickId: string;
  readonly offer: CatalogOffer;
  readonly askedAt: Date;
  readonly status: AskedStatus;
}

export interface RecordDependencies extends Pick<Platform, 'database' | 'clock'> {
  readonly recordConversions: RecordConversions;
}

/** Records conversions, history, queue and progress in one transaction. @returns rows in the order of `answered` */
export async function recordAnswers(
  dependencies: RecordDependencies,
  answered: readonly Answered[],
): Promise<PollRow[]> {
  return transaction(dependencies.database, async (tx) => {
    const at = dependencies.clock.now();
    const stated = await statementsOf(tx, answered);
    const inputs = stated.flatMap((each) => inputsOf(each, at));
    let polls: PollRow[] = [];
    const keep = async (verdicts: readonly ConversionVerdict[]): Promise<void> => {
      polls = toPolls(stated, verdicts);
      await writePolls(tx, answered, polls, at);
    };
    if (inputs.length === 0) await keep([]);
    else await dependencies.recordConversions(tx, inputs, keep);
    return polls;
  });
}

/** Records that an answer could not be stored, so that the queue continues. */
export async function recordUnstorable(dependencies: RecordDependencies, answered: Answered): Promise<PollRow> {
  const poll: PollRow = { ...pollOf(answered), outcome: 'not_stored', detail: null, events: [] };
  await transaction(dependencies.database, (tx) => writePolls(tx, [answered], [poll], dependencies.clock.now()));
  return poll;
}

interface Stated extends Answered {
  readonly statements: readonly (StatedEvent & Partial<LeftOutEvent>)[];
}

/**
 * Adds the events that an answer does not approve although they are approved: they contradict. The others stay left out,
 * because a poll records no pending event. An approved event stays approved or is reversed, so this needs no lock.
 */
async function statementsOf(tx: Tx, answered: readonly Answered[]): Promise<Stated[]> {
  const doubtful = answered.filter(({ status }) => status.leftOut.length > 0);
  const approved =
    doubtful.length === 0
      ? new Set()
      : await listApproved(
          tx,
          doubtful.map(({ clickId }) => clickId),
        );
  return answered.map((each) => {
    const contradicts = ({ name }: StatedEvent): boolean =>
      approved.has(`${each.clickId} ${findEvent(each.offer, name)?.id}`);
    return { ...each, statements: [...each.status.events, ...each.status.leftOut.filter(contradicts)] };
  });
}

function inputsOf({ clickId, offer, status, statements }: Stated, at: Date): ConversionInput[] {
  return statements.map(({ name, said }) => ({
    clickId,
    eventName: name,
    source: 'smart_poll' as const,
    actor: SYSTEM_ACTORS.smartPoll,
    at,
    conversionIp: null,
    offerId: offer.id,
    smartPollData: status.json,
    pending: said === undefined ? undefined : `The status URL does not approve the event (${said}).`,
  }));
}

async function writePolls(tx: Tx, answered: readonly Answered[], polls: readonly PollRow[], at: Date): Promise<void> {
  insertPolls(tx, polls);
  await requeue(
    tx,
    answered.map(({ clickId, offer }) => ({ clickId, eventIds: [...offer.events.keys()] })),
    at,
  );
  const [first] = answered;
  if (!first) return;
  const events = polls.flatMap((poll) => poll.events);
  const recovered = events.filter(({ verdict }) => verdict === 'accepted');
  await addProgress(tx, first.runId, {
    asked: polls.length,
    failed: polls.filter(({ outcome }) => POLL_OUTCOMES[outcome].failed).length,
    events: events.length,
    recovered: recovered.length,
    coins: add(...recovered.map(({ coins: credited }) => coins(credited))),
  });
}

/** @param verdicts in the order of the events of all answers */
function toPolls(answered: readonly Stated[], verdicts: readonly ConversionVerdict[]): PollRow[] {
  let next = 0;
  return answered.map((each) => {
    const { offer, status, statements } = each;
    const events = statements.map(({ name, occurredAt }): PolledEvent => {
      const verdict = verdicts[next++] as ConversionVerdict;
      const recorded = isRecorded(verdict) ? verdict : null;
      return {
        name,
        occurredAt,
        verdict: verdict.code,
        conversionId: recorded?.conversionId ?? null,
        coins: recorded?.rewardCoins ?? 0,
      };
    });
    const outcome = status.outcome ?? bestOutcomeOf(events);
    const detail =
      status.detail ?? (outcome === 'event_unknown' ? `The offer has: ${eventNames(offer).join(', ')}` : null);
    return { ...pollOf(each), outcome, detail, events };
  });
}

const pollOf = ({ runId, clickId, offer, askedAt, status: { url, httpStatus, ms, answer } }: Answered) => ({
  id: newId('spl', askedAt),
  runId,
  clickId,
  offerId: offer.id,
  offerTitle: offer.title,
  askedAt,
  url,
  httpStatus,
  ms,
  answer,
});

const UNPAID: ReadonlySet<string> = new Set(['already_rewarded', 'over_cap', 'ip_blocked', 'offer_inactive']);

const UNKNOWN: ReadonlySet<string> = new Set(['event_unknown', 'event_retired']);

function bestOutcomeOf(events: readonly Pick<PolledEvent, 'verdict'>[]): PollOutcome {
  if (events.some(({ verdict }) => verdict === 'accepted')) return 'recovered';
  if (events.some(({ verdict }) => verdict === 'contradiction')) return 'contradicted';
  if (events.some(({ verdict }) => UNPAID.has(verdict))) return 'recorded_unpaid';
  if (events.some(({ verdict }) => UNKNOWN.has(verdict))) return 'event_unknown';
  return 'nothing_new';
}
