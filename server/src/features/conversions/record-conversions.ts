import { kolkataDay } from '#platform/clock/index.ts';
import { StaleCaches, type Tx } from '#platform/database/index.ts';
import type { FindPlace, Place } from '#platform/geo/index.ts';
import { newId, timeOfUlid } from '#platform/ids/index.ts';
import { postCreditsLater } from '#features/ledger/index.ts';
import { enqueueDeliveries, type ActiveCustomPostbacks } from '#features/custom-postbacks/index.ts';
import { eventNames, findEvent, type CatalogOffer, type OfferCatalog } from '#features/offers/index.ts';
import { listPending, settlePending, type PendingConversion } from './pending-conversions.repository.ts';
import { insertConversions, lockClicks, useFixedPlans } from './conversions.repository.ts';
import type { ClickPlace, ClickRow } from './conversions.repository.ts';
import { applyLimits } from './apply-limits.ts';
import { refuseClaimedOffersLater } from './claimed-offers.repository.ts';
import { addCompletionsLater, addRollups, advanceClicks } from './conversion-effects.repository.ts';
import { clickSteps, completionsOf, creditsOf, deliveriesOf, rollupsOf } from './conversion-effects.ts';
import { computeReward, NO_REWARD, rewardOfCoins, type Reward, type RewardRules } from './compute-reward.ts';
import { isRecorded, type ConversionInput, type ConversionVerdict } from './conversion.ts';
import { eventIdOf, nameOfEvent, statusOf, type Draft } from './draft.ts';
import { toConversion } from './to-conversion.ts';

export interface RecordConversionsDependencies {
  readonly offers: OfferCatalog;
  readonly customPostbacks: ActiveCustomPostbacks;
  readonly rules: RewardRules;
  /** Default: nothing has a place. */
  readonly findPlace?: FindPlace;
}

/**
 * `alongside` writes the caller's own rows in the same transaction, before the rows that everyone shares are locked.
 * It is called once; its verdicts are the final ones.
 */
export type RecordConversions = (
  tx: Tx,
  inputs: readonly ConversionInput[],
  alongside?: (verdicts: readonly ConversionVerdict[]) => Promise<void>,
) => Promise<ConversionVerdict[]>;

/**
 * The only way a conversion comes into being. Any number of claims in one fixed, small number of statements, in the
 * caller's transaction; verdicts in the order of the inputs. Only what is true after the caller's commit is true.
 *
 * Locks are taken in one order by everyone: clicks by id, addresses, cap counters, wallets by user, offers, rollups.
 * The clicks' locks make the look at their keys exact; the keys' primary key would refuse a second conversion anyway.
 */
export function createRecordConversions({
  offers,
  customPostbacks,
  rules,
  findPlace = () => null,
}: RecordConversionsDependencies): RecordConversions {
  return async (tx, inputs, alongside) => {
    if (inputs.length === 0) return [];
    useFixedPlans(tx, rules.coinsPerRupee);
    const places = placesOf(inputs);
    const counters = countersOf(inputs, offers);
    const batch =
      places.length === 0
        ? { clicks: [], keys: [], counts: [] }
        : await lockClicks(tx, places, rules.referralShare > 0, counters);
    const { counts, keys } = batch;
    const clicks = new Map(batch.clicks.map((row) => [row.id, row]));
    const known = new Map(keys.map((row) => [nameOfKey(row.click_id, row.event_id), row.conversion_id]));

    const awaiting = new Set(keys.filter((row) => row.awaits_approval).map((row) => row.conversion_id));
    const pending = await listPending(
      tx,
      inputs.some(({ approvePending }) => approvePending) ? [...known.values()] : [...awaiting],
    );

    const drafts: Draft[] = [];
    const verdicts = inputs.map((input): ConversionVerdict | Draft => {
      const candidate = draftOrVerdict(input, { clicks, offers, findPlace });
      if (!('click' in candidate)) return candidate;
      const name = nameOfKey(candidate.click.id, eventIdOf(candidate));
      const first = known.get(name);
      if (isRetired(candidate) && (first === undefined || awaiting.has(first)))
        return { code: 'event_retired', offerId: candidate.offer.id, events: eventNames(candidate.offer) };
      if (first !== undefined) {
        const waiting = settlesPending(candidate, awaiting.has(first)) ? pending.get(first) : undefined;
        if (waiting) {
          pending.delete(first);
          const draft = review(candidate, waiting);
          drafts.push(draft);
          return draft;
        }
        return {
          code: 'duplicate',
          conversionId: first,
          offerId: candidate.offer.id,
          eventName: nameOfEvent(candidate),
          status: undefined,
          rewardCoins: NO_REWARD.userCoins,
        };
      }
      known.set(name, candidate.id);
      drafts.push(candidate);
      if (candidate.code === 'pending') {
        // Its approval may be in the same batch.
        awaiting.add(candidate.id);
        pending.set(candidate.id, toPending(candidate));
      }
      return candidate;
    });
    const isRefused = verdicts.some((verdict) => !('click' in verdict || isRecorded(verdict)));
    if (isRefused) await offers.requireCurrent(tx);
    if (drafts.length === 0) {
      await alongside?.(verdicts as ConversionVerdict[]);
      return verdicts as ConversionVerdict[];
    }

    for (const draft of drafts) if (draft.code === 'accepted') draft.reward = rewardOf(draft, rules);
    const bookCaps = await applyLimits(tx, drafts, { counts, eventIds: new Set(counters.eventIds) });
    for (const draft of drafts) if (draft.code !== 'accepted') draft.reward = NO_REWARD;
    const settled = verdicts.map((verdict) => ('click' in verdict ? verdictOf(verdict) : verdict));
    const isNew = drafts.filter(({ wasPending }) => !wasPending);
    if (isNew.length > 0) insertConversions(tx, isNew.map(toConversion));
    await settlePending(tx, drafts.filter(({ wasPending }) => wasPending).map(toConversion));
    advanceClicks(tx, clickSteps(drafts, keys));
    enqueueDeliveries(tx, deliveriesOf(drafts, customPostbacks));
    await alongside?.(settled);
    // From here on rows are locked that others wait for.
    bookCaps();
    postCreditsLater(tx, creditsOf(drafts));
    refuseClaimedOffersLater(tx, drafts);
    addCompletionsLater(tx, completionsOf(drafts, keys));
    addRollups(tx, rollupsOf(drafts));
    return settled;
  };
}

/**
 * Whether a repeat settles the pending conversion that it repeats. A poll does not say that the network approved the event.
 * An approval for an inactive offer leaves the conversion pending, for review.
 */
function settlesPending({ code, input }: Draft, awaitsApproval: boolean): boolean {
  if (input.source === 'postback' && awaitsApproval) return code === 'accepted' || code === 'offer_inactive';
  return input.approvePending === true && code === 'accepted';
}

/** A reversal of a removed event still takes back what was paid. */
const isRetired = ({ event, input }: Draft): boolean => event?.isRetired === true && input.reversed === undefined;

const NOWHERE: Place = { city: null, state: null, country: null };

const toPending = ({ id, createdAt, input: { source }, place }: Draft): PendingConversion => ({
  id,
  createdAt,
  source,
  ...(place ?? NOWHERE),
});

/** Keeps the id, time, source and place of the pending conversion. */
const review = (draft: Draft, { id, createdAt, source, ...place }: PendingConversion): Draft => ({
  ...draft,
  id,
  createdAt,
  input: { ...draft.input, source },
  day: kolkataDay(createdAt),
  place,
  wasPending: true,
});

const nameOfKey = (clickId: string, eventId: number): string => `${clickId} ${eventId}`;

/** Each click once; what cannot be a click's id is left out. */
function placesOf(inputs: readonly ConversionInput[]): ClickPlace[] {
  const places = new Map<string, ClickPlace>();
  for (const { clickId } of inputs) {
    const createdAt = places.has(clickId) ? null : timeOfUlid(clickId);
    if (createdAt !== null) places.set(clickId, { id: clickId, createdAt });
  }
  return [...places.values()];
}

/** The counters that a batch will probably need; those of other events are asked for when their clicks are known. */
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

interface Known {
  readonly clicks: ReadonlyMap<string, ClickRow>;
  readonly offers: OfferCatalog;
  readonly findPlace: FindPlace;
}

function draftOrVerdict(input: ConversionInput, { clicks, offers, findPlace }: Known): Draft | ConversionVerdict {
  const click = clicks.get(input.clickId);
  if (!click) return { code: 'click_unknown' };
  const offer = offers.get(click.offer_id);
  if (!offer) throw new StaleCaches(() => offers.catchUp());
  if (input.offerId !== undefined && input.offerId !== offer.id) return { code: 'offer_mismatch', offerId: offer.id };
  const refusal = input.check?.(offer);
  if (refusal) return { offerId: offer.id, ...refusal };
  const event = input.source === 'manual' ? null : findEvent(offer, input.eventName);
  if (event === undefined) return { code: 'event_unknown', offerId: offer.id, events: eventNames(offer) };
  const id = newId('cnv', input.at);
  return {
    id,
    createdAt: timeOfUlid(id.slice(4)) ?? input.at,
    input,
    click,
    offer,
    event,
    day: kolkataDay(input.at),
    place: findPlace(click.click_ip),
    wasPending: false,
    code: codeOf(input, offer),
    reward: NO_REWARD,
  };
}

function codeOf({ reversed, awaitsApproval, source }: ConversionInput, offer: CatalogOffer): Draft['code'] {
  if (reversed !== undefined) return 'reversed';
  if (awaitsApproval) return 'pending';
  return source === 'manual' || offer.isActive ? 'accepted' : 'offer_inactive';
}

function rewardOf({ click, input, offer, event }: Draft, rules: RewardRules): Reward {
  if (click.user_id === null || (event !== null && (click.is_paid || click.is_claimed))) return NO_REWARD;
  const hasReferrer = click.referrer_id !== null;
  if (event !== null) return computeReward(offer, event, hasReferrer, rules);
  return input.rewardCoins === undefined ? NO_REWARD : rewardOfCoins(input.rewardCoins, false, rules);
}

function verdictOf(draft: Draft): ConversionVerdict {
  const { id, code, offer, reward } = draft;
  return {
    code,
    conversionId: id,
    offerId: offer.id,
    eventName: nameOfEvent(draft),
    status: statusOf(code),
    rewardCoins: reward.userCoins,
  };
}
