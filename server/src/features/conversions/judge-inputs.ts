import { kolkataDay } from '#platform/clock/index.ts';
import { StaleCaches } from '#platform/database/index.ts';
import type { FindLocation, Location } from '#platform/geo/index.ts';
import { newId, timeOfUlid } from '#platform/ids/index.ts';
import {
  eventNames,
  findEvent,
  type CatalogEvent,
  type CatalogOffer,
  type OfferCatalog,
} from '#features/offers/index.ts';
import {
  eventIdOf,
  isDraft,
  nameOfEvent,
  type ConversionInput,
  type ConversionVerdict,
  type Draft,
  type RecordedConversion,
} from './conversion.ts';
import type { ClickRow, KeyRow, PendingConversion } from './conversions.repository.ts';
import { NO_REWARD, readRevenue, UNKNOWN_REVENUE, type Revenue } from './reward-and-revenue.ts';

interface LockedClicks {
  readonly clicks: ReadonlyMap<string, ClickRow>;
  /** The conversions that these clicks already have. */
  readonly keys: readonly KeyRow[];
  /** Those of them that are pending, by id. */
  readonly pending: ReadonlyMap<string, PendingConversion>;
  readonly offers: OfferCatalog;
  readonly findLocation: FindLocation;
}

/**
 * Decides for each input whether it makes a conversion. A draft is a conversion that still needs caps and rewards. Every
 * other input has its final verdict. The inputs see each other: the second one for an event is a duplicate.
 * A contradiction of a draft is final once `finalVerdict` knows that the draft is approved.
 * Synchronous: no cache may change between the caller's `requireCurrent` and this decision.
 */
export function judgeInputs(
  inputs: readonly ConversionInput[],
  { clicks, keys, offers, findLocation, ...locked }: LockedClicks,
): { readonly verdicts: readonly (ConversionVerdict | Draft)[]; readonly drafts: readonly Draft[] } {
  const context = { clicks, offers, findLocation };
  const pending = new Map(locked.pending);
  const known = new Map(keys.map((row) => [nameOfKey(row.clickId, row.eventId), row.conversionId]));
  const awaiting = new Set(keys.filter((row) => row.awaitsApproval).map((row) => row.conversionId));
  const approved = new Set(keys.filter((row) => row.approved).map((row) => row.conversionId));
  const drafts: Draft[] = [];
  const verdicts = inputs.map((input): ConversionVerdict | Draft => {
    const candidate = draftOrVerdict(input, context);
    if (!isDraft(candidate)) return candidate;
    const name = nameOfKey(candidate.click.id, eventIdOf(candidate));
    const first = known.get(name);
    if (isRetired(candidate) && (first === undefined || awaiting.has(first)))
      return { code: 'event_retired', offerId: candidate.offer.id, events: eventNames(candidate.offer) };
    if (first !== undefined) {
      const waiting = decidesPending(candidate, awaiting.has(first)) ? pending.get(first) : undefined;
      if (waiting) {
        pending.delete(first);
        const draft = review(candidate, waiting);
        drafts.push(draft);
        if (draft.code === 'accepted') approved.add(first);
        return draft;
      }
      return repeatOf(candidate, first, approved.has(first));
    }
    known.set(name, candidate.id);
    drafts.push(candidate);
    if (candidate.code === 'accepted') approved.add(candidate.id);
    if (candidate.code === 'pending') {
      // Its approval may be in the same batch.
      awaiting.add(candidate.id);
      pending.set(candidate.id, toPending(candidate));
    }
    return candidate;
  });
  return { verdicts, drafts };
}

/** A key of the database, which must stay short. */
const MAX_SAID = 300;

/** The same statement again is a duplicate. One that does not approve an approved conversion contradicts it. */
function repeatOf(repeat: Draft, conversionId: string, isApproved: boolean): RecordedConversion {
  const { click, offer, input } = repeat;
  const eventName = nameOfEvent(repeat);
  const verdict = { conversionId, clickId: click.id, offerId: offer.id, eventName, rewardCoins: NO_REWARD.userCoins };
  return isApproved && input.pending !== undefined
    ? { ...verdict, code: 'contradiction', status: 'approved', said: input.pending.slice(0, MAX_SAID) }
    : { ...verdict, code: 'duplicate', status: undefined };
}

/** Turns a contradiction of a draft that was not approved after all into a duplicate. */
export function finalVerdict(verdict: ConversionVerdict, drafts: readonly Draft[]): ConversionVerdict {
  if (verdict.code !== 'contradiction') return verdict;
  const draft = drafts.findLast(({ id }) => id === verdict.conversionId);
  return draft === undefined || draft.code === 'accepted'
    ? verdict
    : { ...verdict, code: 'duplicate', status: undefined };
}

/**
 * Returns whether a repeat decides the pending conversion. A poll does not prove the network's approval.
 * For an inactive offer an approval leaves the conversion pending, for review.
 */
function decidesPending({ code, input }: Draft, awaitsApproval: boolean): boolean {
  if (input.source === 'postback' && awaitsApproval) return code === 'accepted' || code === 'offer_inactive';
  return input.approvePending === true && code === 'accepted';
}

/** A reversal of a removed event still takes the coins. */
const isRetired = ({ event, input }: Draft): boolean => event?.isRetired === true && input.reversed === undefined;

const NOWHERE: Location = { city: null, state: null, country: null };

const toPending = ({ id, createdAt, input: { source }, location, revenue }: Draft): PendingConversion => ({
  id,
  createdAt,
  source,
  ...location,
  revenuePaise: revenue.revenuePaise,
});

/** Keeps the id, time, source and location of the pending conversion. */
function review(draft: Draft, updates: PendingConversion): Draft {
  const { id, createdAt, source, city, state, country } = updates;
  const input = { ...draft.input, source };
  return { ...draft, id, createdAt, input, day: kolkataDay(createdAt), location: { city, state, country }, updates };
}

const nameOfKey = (clickId: string, eventId: number): string => `${clickId} ${eventId}`;

function draftOrVerdict(
  input: ConversionInput,
  { clicks, offers, findLocation }: Pick<LockedClicks, 'clicks' | 'offers' | 'findLocation'>,
): Draft | ConversionVerdict {
  if (input.otherClickId !== undefined) return { code: 'click_conflict' };
  const click = clicks.get(input.clickId);
  if (!click) return { code: 'click_unknown' };
  const offer = offers.get(click.offerId);
  if (!offer) throw new StaleCaches(() => offers.catchUp());
  if (input.offerId !== undefined && input.offerId !== offer.id) return { code: 'offer_mismatch', offerId: offer.id };
  const refusal = input.check?.(offer, click.id);
  if (refusal) return { offerId: offer.id, ...refusal };
  const event = input.source === 'manual' ? null : findEvent(offer, input.eventName);
  if (event === null && input.source !== 'manual')
    return { code: 'event_unknown', offerId: offer.id, events: eventNames(offer) };
  const id = newId('cnv', input.at);
  const createdAt = timeOfUlid(id.slice(4)) ?? input.at;
  return {
    id,
    createdAt,
    input,
    click,
    offer,
    event,
    day: kolkataDay(createdAt),
    location: findLocation(click.clickIp) ?? NOWHERE,
    updates: null,
    revenue: event === null ? UNKNOWN_REVENUE : revenueOf(input, offer, event, kolkataDay(input.at)),
    code: codeOf(input, offer),
    reward: NO_REWARD,
  };
}

const revenueOf = (input: ConversionInput, { network }: CatalogOffer, event: CatalogEvent, day: string): Revenue =>
  readRevenue({ network, expected: event.revenue, facts: input.externalData ?? input.smartPollData, day });

function codeOf({ reversed, pending, source }: ConversionInput, offer: CatalogOffer): Draft['code'] {
  if (reversed !== undefined) return 'reversed';
  if (pending !== undefined) return 'pending';
  return source === 'manual' || offer.isActive ? 'accepted' : 'offer_inactive';
}

/**
 * Chooses the click of a message with two ids: the one that exists, or else the one that belongs to the named offer.
 * Keeps both ids if that does not decide, which is a conflict.
 */
export function chooseClick(input: ConversionInput, clicks: ReadonlyMap<string, ClickRow>): ConversionInput {
  if (input.otherClickId === undefined) return input;
  const { otherClickId, ...rest } = input;
  const click = clicks.get(input.clickId);
  const other = clicks.get(otherClickId);
  if (!other) return rest;
  if (!click) return { ...rest, clickId: otherClickId };
  const [isOwn, isOthersOwn] = [click, other].map(({ offerId }) => offerId === input.offerId);
  if (isOwn === isOthersOwn) return input;
  return isOwn ? rest : { ...rest, clickId: otherClickId };
}
