import { kolkataDay } from '#platform/clock/index.ts';
import type { Tx } from '#platform/database/index.ts';
import type { FindLocation } from '#platform/geo/index.ts';
import { timeOfUlid } from '#platform/ids/index.ts';
import type { ClickRef } from '#features/clicks/index.ts';
import { postCreditsLater } from '#features/ledger/index.ts';
import { enqueueDeliveries, type ActiveCustomPostbacks } from '#features/custom-postbacks/index.ts';
import { findEvent, type OfferCatalog } from '#features/offers/index.ts';
import {
  clickIdsOf,
  isDraft,
  nameOfEvent,
  statusOf,
  toConversion,
  type ConversionInput,
  type ConversionVerdict,
  type Draft,
} from './conversion.ts';
import {
  addCompletionsLater,
  advanceClicks,
  creditsOf,
  deliveriesOf,
  refuseClaimedOffersLater,
  refuseDeletedUsersLater,
} from './conversion-effects.repository.ts';
import { insertConversions, listPending, openBatch, updatePending } from './conversions.repository.ts';
import { recordContradictions } from './contradictions.repository.ts';
import { chooseClick, judgeInputs, finalVerdict } from './judge-inputs.ts';
import { applyLimits } from './limits.repository.ts';
import { computeReward, NO_REWARD, rewardOfCoins, type Reward, type RewardRules } from './reward-and-revenue.ts';
import { addSumChanges, sumChangesOf } from './sum-changes.ts';

interface RecordConversionsDependencies {
  readonly offers: OfferCatalog;
  readonly customPostbacks: ActiveCustomPostbacks;
  readonly rules: RewardRules;
  /** Default: no location is known. */
  readonly findLocation?: FindLocation;
}

/**
 * Records a batch. `alongside` writes the caller's rows in the same transaction, before shared rows are locked.
 * It is called once, with the final verdicts.
 */
export type RecordConversions = (
  tx: Tx,
  inputs: readonly ConversionInput[],
  alongside?: (verdicts: readonly ConversionVerdict[]) => void | Promise<void>,
) => Promise<ConversionVerdict[]>;

/**
 * Records conversions: the only entry point. Uses a fixed number of statements in the caller's transaction.
 * Returns verdicts in input order, valid only after the commit. The keys' primary key refuses duplicates.
 * Lock order: clicks by id, user rewards, IP addresses, cap counters, wallets by user, offers.
 */
export function createRecordConversions({
  offers,
  customPostbacks,
  rules,
  findLocation = () => null,
}: RecordConversionsDependencies): RecordConversions {
  return async (tx, sent, alongside) => {
    if (sent.length === 0) return [];
    const refs = clickRefsOf(sent);
    const counters = countersOf(sent, offers);
    const { versions, counts, keys, ...batch } = await openBatch(tx, refs, rules, counters);
    const clicks = new Map(batch.clicks.map((row) => [row.id, row]));
    const inputs = sent.map((input) => chooseClick(input, clicks));
    const approves = inputs.some(({ approvePending }) => approvePending);
    const mayBePending = keys.filter((row) => approves || row.awaitsApproval);
    const pending = await listPending(tx, [...new Set(mayBePending.map((row) => row.conversionId))]);
    offers.requireCurrent(tx, versions);
    const { verdicts, drafts } = judgeInputs(inputs, { clicks, keys, pending, offers, findLocation });
    for (const draft of drafts) if (draft.code === 'accepted') draft.reward = rewardOf(draft, rules);
    const bookCaps = await applyLimits(tx, drafts, { counts, eventIds: new Set(counters.eventIds) });
    for (const draft of drafts) if (draft.code !== 'accepted') draft.reward = NO_REWARD;
    const final = verdicts.map((verdict) => (isDraft(verdict) ? verdictOf(verdict) : finalVerdict(verdict, drafts)));
    if (final.some(({ code }) => code === 'contradiction')) recordContradictions(tx, inputs, final);
    insertConversions(tx, drafts.filter(({ updates }) => updates === null).map(toConversion));
    addSumChanges(tx, sumChangesOf(drafts));
    await updatePending(tx, drafts.filter(({ updates }) => updates !== null).map(toConversion));
    advanceClicks(tx, drafts, keys);
    enqueueDeliveries(tx, deliveriesOf(drafts, customPostbacks));
    await alongside?.(final);
    // The statements from here on lock rows that other batches wait for.
    bookCaps();
    const credits = creditsOf(drafts);
    postCreditsLater(tx, credits);
    refuseDeletedUsersLater(tx, credits);
    refuseClaimedOffersLater(tx, drafts);
    addCompletionsLater(tx, drafts, keys);
    return final;
  };
}

/** Returns each click once. Skips invalid click ids. */
function clickRefsOf(inputs: readonly ConversionInput[]): ClickRef[] {
  const refs = new Map<string, ClickRef>();
  for (const id of inputs.flatMap(clickIdsOf)) {
    const createdAt = refs.has(id) ? null : timeOfUlid(id);
    if (createdAt !== null) refs.set(id, { id, createdAt });
  }
  return [...refs.values()];
}

/** Guesses the counters that a batch needs. If one is missing, they are read once the clicks are known. */
function countersOf(inputs: readonly ConversionInput[], offers: OfferCatalog): { eventIds: number[]; days: string[] } {
  const eventIds = new Set<number>();
  const days = new Set<string>();
  for (const { offerId, eventName, at } of inputs) {
    const offer = offerId === undefined ? undefined : offers.get(offerId);
    const event = offer && findEvent(offer, eventName);
    if (!event) continue;
    eventIds.add(event.id);
    days.add(kolkataDay(at));
  }
  return { eventIds: [...eventIds], days: [...days] };
}

function rewardOf({ click, input, offer, event }: Draft, rules: RewardRules): Reward {
  if (click.userId === null || (event !== null && (click.isPaid || click.isClaimed))) return NO_REWARD;
  const hasReferrer = click.referrerId !== null;
  if (event !== null) return computeReward(offer, event, hasReferrer, rules);
  return input.rewardCoins === undefined ? NO_REWARD : rewardOfCoins(input.rewardCoins, false, rules);
}

function verdictOf(draft: Draft): ConversionVerdict {
  const { id, code, click, offer, reward } = draft;
  return {
    code,
    conversionId: id,
    clickId: click.id,
    offerId: offer.id,
    eventName: nameOfEvent(draft),
    status: statusOf(code),
    rewardCoins: reward.userCoins,
  };
}
